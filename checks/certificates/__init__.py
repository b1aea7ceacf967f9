"""Certificates of deadlock freedom and deadlock, checked by code independent of what found them."""
