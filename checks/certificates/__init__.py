"""Certificates of deadlock freedom and of deadlock, checked by code that shares nothing with their finders."""
