package io.github.tensorloupe.remote;

import module java.base;

/// The origin of an address. Secrets for one origin must not be sent to another.
///
/// @param port the explicit port, or the default port of the scheme
record Origin(String scheme, String host, int port) {

  private static final int MAX_PORT = 65_535;
  private static final Set<String> THIS_COMPUTER = Set.of("localhost", "127.0.0.1", "[::1]");

  static Origin of(URI uri) {
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    int port = uri.getPort() < 0 ? defaultPort(scheme) : uri.getPort();
    return new Origin(scheme, String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT), port);
  }

  /// Returns true if the address contains a host and a valid port.
  static boolean isIn(URI uri) {
    return uri.getHost() != null && uri.getPort() <= MAX_PORT;
  }

  private static int defaultPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  /// Returns true if connections are encrypted or do not leave this computer.
  boolean isSafe() {
    return scheme.equals("https") || scheme.equals("http") && isThisComputer();
  }

  boolean isThisComputer() {
    return THIS_COMPUTER.contains(host);
  }

  @Override
  public String toString() {
    return port == defaultPort(scheme) ? host : host + ":" + port;
  }
}
