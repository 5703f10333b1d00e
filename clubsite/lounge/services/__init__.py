"""The lounge's services: matches, the seats at them, and the robot's acts."""
