package io.github.tensorloupe.save;

import module java.base;

/// The name of this computer, found without asking a network where that can be avoided.
final class HostName {

  private static final Path LINUX_NAME = Path.of("/proc/sys/kernel/hostname");

  private HostName() {}

  static String ofThisComputer() {
    try {
      if (Files.isReadable(LINUX_NAME)) {
        return Files.readString(LINUX_NAME).strip();
      }
      String windowsName = System.getenv("COMPUTERNAME");
      return windowsName == null ? InetAddress.getLocalHost().getHostName() : windowsName;
    } catch (IOException e) {
      // A computer without a name can still tell its own saves by their process.
      return "localhost";
    }
  }
}
