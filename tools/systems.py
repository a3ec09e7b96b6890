"""Define the systems that the lessons are made for, in the terms of markers, of pip and of uv."""

from typing import NamedTuple

import run


class System(NamedTuple):
    """One system: values of its markers, platforms of its wheels for pip, and its name in uv."""

    markers: dict
    platforms: tuple
    uv: str


def linux(machine):
    """Return the System of Linux with glibc 2.28 or newer on this kind of processor."""
    markers = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in range(28, 16, -1)]
    platforms += [f"manylinux{year}_{machine}" for year in (2014, 2010, 1)]
    system = System(markers, tuple(platforms), f"{machine}-manylinux_2_28")
    return system._replace(markers={**markers, "platform_machine": machine})


def mac(machine, version):
    """Return the System of Macs with this processor and this version of macOS, or a newer one."""
    markers = {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"}
    markers["platform_machine"] = machine
    processor = {"arm64": "aarch64"}.get(machine, machine)
    return System(markers, (f"macosx_{version}_{machine}",), f"{processor}-apple-darwin")


WINDOWS = {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"}
SYSTEMS = {
    "linux": linux("x86_64"),
    "linux-arm": linux("aarch64"),
    "mac": mac("arm64", "13_0"),
    "intel-mac": mac("x86_64", "13_0"),
    "windows": System(
        {**WINDOWS, "platform_machine": "AMD64"}, ("win_amd64",), "x86_64-pc-windows-msvc"
    ),
}
VERSIONS = [f"3.{minor}" for minor in range(run.PYTHONS[0][1], run.PYTHONS[1][1] + 1)]


def unsupported(system, version):
    """Return why a system cannot have the lessons with this Python, in a line; "" if it can."""
    markers = SYSTEMS[system].markers
    number = tuple(map(int, version.split(".")))
    return run.unsupported(number, (markers["sys_platform"], markers["platform_machine"]))
