"""Hand-ins that try to hold more memory than their limit, each in another way.

Each ends with an error that says how many MB it holds, as far as it knows, and what stopped it.
None tries for more than `CAP`, so that a machine on which one gets through survives the test.
"""

CAP = 3 << 30

BEGIN = f"""
import ctypes, fcntl, mmap, os, resource, signal, socket, time
CAP, held, why, keep = {CAP}, 0, "its own limit", []
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
libc.madvise.argtypes = libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
def done(result):
    if result in (-1, None, 2**64 - 1):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def call(number, *arguments):
    return done(libc.syscall(number, *arguments))
def fill(descriptor):
    os.set_blocking(descriptor, False)
    filled = 0
    try:
        while True:
            filled += os.write(descriptor, bytes(1 << 16))
    except BlockingIOError:
        return filled
try:
"""
END = """
except BaseException as error:
    why = f"{type(error).__name__} {error}"
raise RuntimeError(f"held {held >> 20} MB, stopped by {why}")
"""

WAYS = {
    "shared memory": """
    while held < CAP:  # the mapping shrinks to a page, what it held stays
        keep.append(mmap.mmap(-1, 256 << 20))
        for start in range(0, 256 << 20, 4096): keep[-1][start] = 1
        keep[-1].resize(4096)
        held += 256 << 20
""",
    "memory in a file without a name": """
    while held < CAP:
        keep.append(os.memfd_create("x"))
        for _ in range(15): held += os.write(keep[-1], bytes(1 << 20))
""",
    "memory of System V": """
    while held < CAP:
        one = done(libc.shmget(0, 256 << 20, 0o1600))
        libc.shmat.restype = ctypes.c_void_p
        at = libc.shmat(one, None, 0)
        ctypes.memset(at, 1, 256 << 20)
        libc.shmdt(ctypes.c_void_p(at))
        held += 256 << 20
""",
    "huge pages": """
    libc.prctl(41, 0, 0, 0, 0)
    huge, size = 2 << 20, 512 << 20
    def faults(): return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    while held < CAP:  # all but a small page of each is given back
        start = done(libc.mmap(None, size, 3, 0x22, -1, 0))
        done(libc.madvise(start, size, 14))
        first = -(-start // huge) * huge
        for page in range(first, start + size - huge, huge):
            before = faults()
            for small in range(page, page + huge, huge // 8): ctypes.memset(small, 1, 1)
            held += 4096 if faults() - before > 4 else huge
            libc.munmap(page + 4096, huge - 4096)
        libc.munmap(start, first - start)
""",
    "sockets": """
    while True:
        pair = socket.socketpair()
        keep.append(pair)
        for one in pair:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 23)
            held += fill(one.fileno())
""",
    "pipes": """
    while True:
        keep.append(os.pipe())
        fcntl.fcntl(keep[-1][1], 1031, 1 << 20)
        held += fill(keep[-1][1])
""",
    "pipes in flight": """
    one, other = socket.socketpair()
    while held < CAP:
        end, start = os.pipe()
        held += fill(start)
        socket.send_fds(one, [b"x"], [end])
        os.close(end), os.close(start)
""",
    "io_uring": """
    while held < CAP:  # a ring holds sockets, and what is in them, that nobody has open any more
        ring = call(425, 8, ctypes.create_string_buffer(256))
        ends = [one for _ in range(8) for one in socket.socketpair()]
        for one in ends: one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 23)
        held += sum(fill(one.fileno()) for one in ends)
        call(427, ring, 2, (ctypes.c_int * len(ends))(*(one.fileno() for one in ends)), len(ends))
        for one in ends: one.close()
""",
    "keyrings": """
    while held < CAP:
        call(248 if os.uname().machine == "x86_64" else 217, b"user", str(held).encode(),
             bytes(32000), 32000, -3)
        held += 32000
""",
    "queued signals and timers": """
    signal.pthread_sigmask(signal.SIG_BLOCK, [40])
    tgkill, create = (234, 222) if os.uname().machine == "x86_64" else (131, 107)
    number = 0
    try:
        while number < 1 << 20:
            call(tgkill, os.getpid(), os.getpid(), 40)
            number += 1
    except OSError: pass
    held = 160 * number
    while held < CAP:
        call(create, 1, None, ctypes.byref(ctypes.c_int()))
        held += 300
""",
    "locks": """
    with open("locked", "wb") as file:
        while held < CAP:  # every second byte: the kernel keeps a note of each
            fcntl.lockf(file, fcntl.LOCK_EX, 1, held // 100)
            held += 200
""",
    "page tables": """
    far = 0x100000000000  # a page here and there, each with tables of its own to find it
    limit = 60000
    for number in range(limit):
        done(libc.mmap(far + (number << 30), 4096, 3, 0x22 | 0x8000 | 0x10, -1, 0))
        held += 3 * 4096
""",
    "many areas": """
    start, size = done(libc.mmap(None, 1 << 29, 3, 0x22 | 0x8000, -1, 0)), 1 << 29
    while held < 400 * (size >> 13):
        done(libc.mprotect(ctypes.c_void_p(start + 8192 * (held // 400)), 4096, 1))
        held += 400
""",
    "links and a file": """
    for number in range(950): os.symlink("x" * 4000, f"s{number}")
    held = 950 * 4000
    with open("big", "wb") as file:
        while True: held += file.write(bytes(1 << 20))
""",
    "names that are not there": """
    end = time.monotonic() + 1
    while time.monotonic() < end:
        os.access("/usr/lib/" + str(held).rjust(240, "x"), 0)
        held += 400
""",
    "another program": """
    import sys
    real = os.path.realpath(sys.executable)
    for which in (resource.RLIMIT_AS, resource.RLIMIT_CPU):
        resource.setrlimit(which, (resource.getrlimit(which)[1],) * 2)
    os.execv(real, [real, "-S", "-c", f"x = bytearray(b'x') * {CAP}; import time; time.sleep(99)"])
""",
    "descriptors that wait": """
    import select
    while True:
        keep.append((select.epoll(), os.eventfd(0)))
        held += 200
""",
    "the kernel's tools": """
    x86 = os.uname().machine == "x86_64"
    tried = {"bpf": 321 if x86 else 280, "perf_event_open": 298 if x86 else 241}
    tried |= {"userfaultfd": 323 if x86 else 282, "pidfd_open": 434}
    for name, number in tried.items():
        try: call(number, 0, 0, 0, 0, 0)
        except OSError as error: keep.append(f"{name} {error.errno}")
    raise PermissionError(" ".join(keep))
""",
    "all that is allowed": """
    for number in range(950): os.symlink("x" * 4000, f"s{number}")
    with open("big", "wb") as file:
        try:
            while True: held += file.write(bytes(1 << 20))
        except OSError: pass
    for number in range(4000):
        done(libc.mmap(0x100000000000 + (number << 30), 4096, 3, 0x22 | 0x8000 | 0x10, -1, 0))
        held += 4 * 4096
    chunk = 32 << 20
    try:
        while True:
            keep.append(done(libc.mmap(None, chunk, 3, 0x22 | 0x8000, -1, 0)))
            held += chunk
    except OSError: pass
    done(libc.munmap(keep.pop(), chunk))
    for start in keep:
        for page in range(start, start + chunk, 8192):
            done(libc.mprotect(ctypes.c_void_p(page), 4096, 1))
""",
}
STOPPED = {
    **dict.fromkeys(WAYS, "held 0 MB, stopped by PermissionError"),
    "huge pages": "its memory is in too many pieces",
    "io_uring": "held 0 MB, stopped by OSError [Errno 38]",
    "page tables": "its memory is in too many pieces",
    "many areas": "stopped by",  # by their number, or when it has what its own limit gives it
    "links and a file": "held 15 MB, stopped by OSError [Errno 28]",
    "names that are not there": "stopped by its own limit",  # the kernel gives these back
    "another program": "its process ended",
    "the kernel's tools": "bpf 1 perf_event_open 1 userfaultfd 1 pidfd_open 38",
    "all that is allowed": "stopped by OSError [Errno 12]",
}
"""What ends each of them."""
FILES = {name: BEGIN + text.strip("\n") + "\n" + END for name, text in WAYS.items()}
"""name -> the text of a hand-in."""
