#!/bin/sh
exec @PROGRAM@ "$@"
