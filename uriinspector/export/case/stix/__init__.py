"""STIX 2.1: observables of what was found, indicators of what somebody calls malicious."""
