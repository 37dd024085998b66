"""生灵对决 (Shengling): creatures, hand cards sacrificed as fuel, direct attacks and blocks."""
