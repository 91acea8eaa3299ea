#!/bin/sh -e
# Runs in the new environment, from the root of the project.
pip install --require-hashes -r envs/requirements.txt
pip install --no-deps --no-build-isolation --editable .
