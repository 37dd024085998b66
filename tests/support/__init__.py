"""What tests of many rooms need."""
