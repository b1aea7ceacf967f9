"""Certificates of routings with the least largest load, checked again."""
