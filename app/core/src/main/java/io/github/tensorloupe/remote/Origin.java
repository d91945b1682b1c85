package io.github.tensorloupe.remote;

import module java.base;

/// A server as far as secrets go: what is meant for one goes to no other.
///
/// @param port as it is used, also where the address does not name it
record Origin(String scheme, String host, int port) {

  private static final int MAX_PORT = 65_535;
  private static final Set<String> THIS_COMPUTER = Set.of("localhost", "127.0.0.1", "[::1]");

  static Origin of(URI uri) {
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    int port = uri.getPort() < 0 ? usualPort(scheme) : uri.getPort();
    return new Origin(scheme, String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT), port);
  }

  /// True if an address names a server that can be asked.
  static boolean isIn(URI uri) {
    return uri.getHost() != null && uri.getPort() <= MAX_PORT;
  }

  private static int usualPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  /// True if nobody on the way can read or change what it sends.
  boolean isSafe() {
    return scheme.equals("https") || scheme.equals("http") && isThisComputer();
  }

  boolean isThisComputer() {
    return THIS_COMPUTER.contains(host);
  }

  @Override
  public String toString() {
    return port == usualPort(scheme) ? host : host + ":" + port;
  }
}
