"""Tests of the nets themselves."""
