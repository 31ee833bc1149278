"""Messages between processes: whole, or an error; never half."""

from __future__ import annotations

import os
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.engines.link import LinkClosed, LinkGarbled, LinkTimeout, Message, read_message, write_message


@pytest.fixture
def pipe():
    read_fd, write_fd = os.pipe()
    yield read_fd, write_fd
    for descriptor in (read_fd, write_fd):
        try:
            os.close(descriptor)
        except OSError as error:
            assert error.errno == 9


def test_arrays_and_values_arrive_as_they_left(pipe):
    """Carry JSON values and arrays bit for bit."""
    read_fd, write_fd = pipe
    arrays = {
        "a": np.array([[1.5, np.nan], [np.inf, -0.0]], np.float32),
        "empty": np.zeros((0, 7), np.float32),
        "counts": np.arange(5),
    }
    sent = Message(kind="block", data={"log": [["ERROR", "ü"]], "n": 3}, arrays=arrays)
    thread = threading.Thread(target=write_message, args=(write_fd, sent))
    thread.start()
    got = read_message(read_fd, deadline_s=5)
    thread.join()
    assert got.kind == "block"
    assert got.data == sent.data
    for name, value in arrays.items():
        assert got.arrays[name].dtype == value.dtype
        assert got.arrays[name].shape == value.shape
        assert got.arrays[name].tobytes() == value.tobytes()


def test_a_closed_pipe_is_not_an_empty_message(pipe):
    """Raise when the writer is gone."""
    read_fd, write_fd = pipe
    os.close(write_fd)
    with pytest.raises(LinkClosed):
        read_message(read_fd, deadline_s=1)


def test_a_half_message_is_closed_or_late(pipe):
    """Raise on a message that stops in the middle."""
    read_fd, write_fd = pipe
    os.write(write_fd, b"AQM1\x10\x00\x00\x00")
    with pytest.raises(LinkTimeout):
        read_message(read_fd, deadline_s=0.05)
    os.close(write_fd)
    with pytest.raises(LinkClosed):
        read_message(read_fd, deadline_s=1)


@settings(max_examples=100, deadline=None)
@given(junk=st.binary(min_size=16, max_size=200))
def test_junk_is_refused(junk):
    """Raise on bytes that are no message, without allocating what they claim."""
    read_fd, write_fd = os.pipe()
    try:
        os.write(write_fd, junk)
        os.close(write_fd)
        with pytest.raises((LinkGarbled, LinkClosed)):
            read_message(read_fd, deadline_s=1)
    finally:
        os.close(read_fd)


def test_pickled_dtypes_are_refused(pipe):
    """Refuse object arrays: nothing from a worker is ever unpickled."""
    read_fd, write_fd = pipe
    write_message(write_fd, Message(kind="x", arrays={"o": np.array(["text"])}))
    with pytest.raises(LinkGarbled):
        read_message(read_fd, deadline_s=1)
