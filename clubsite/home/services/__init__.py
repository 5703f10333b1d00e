"""The lounge's services: matches, their seats, and the robot's actions."""
