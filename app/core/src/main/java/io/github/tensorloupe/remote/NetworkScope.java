package io.github.tensorloupe.remote;

import module java.base;

/// The network of a server, from the most distant to the closest. A server must not redirect to a
/// closer network than its own.
enum NetworkScope {
  INTERNET,
  LOCAL_NETWORK,
  THIS_COMPUTER;

  /// Local addresses that [InetAddress] does not recognize, in hexadecimal: 100.64.0.0/10,
  /// 192.0.0.0/24, 198.18.0.0/15, 240.0.0.0/4, fc00::/7 and 64:ff9b:1::/48.
  private static final Pattern LOCAL =
      Pattern.compile("64[4-7].{5}|c00000.{2}|c61[23].{4}|f.{7}|f[cd].{30}|0064ff9b0001.{20}");

  /// Returns the networks of all addresses of a host. Blocks while resolving the name. The virtual
  /// machine caches the addresses, so that an immediate connection uses the same ones.
  ///
  /// @param isProxied true if a proxy resolves the name; then only the name itself is examined
  /// @throws UnknownHostException if the name has no address
  static List<NetworkScope> of(String host, boolean isProxied) throws IOException {
    // A proxy may read octal and hexadecimal numbers, which the JDK does not.
    if (("." + host).matches(".*\\.localhost\\.?|\\.0x?[0-9a-f]+|[0-9.]*\\.0[0-9]+[0-9.]*")) {
      return List.of(THIS_COMPUTER);
    }
    boolean isNumber = host.matches("\\[.*|[0-9.]+");
    // Names without a dot or with these suffixes belong to this computer or its network.
    boolean isLocalName =
        host.matches("[^.]*\\.?|.*\\.(localdomain|local|internal|lan|home\\.arpa)\\.?");
    if (isProxied && !isNumber && !isLocalName) {
      return List.of(INTERNET);
    }
    List<NetworkScope> scopes = new ArrayList<>();
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        scopes.add(of(address));
      }
      return scopes;
    } catch (UnknownHostException e) {
      if (isProxied && !isNumber) {
        return List.of(LOCAL_NETWORK);
      }
      throw e;
    }
  }

  static NetworkScope of(InetAddress address) throws IOException {
    byte[] bytes = address.getAddress();
    String hex = HexFormat.of().formatHex(bytes);
    // IPv6 addresses that embed an IPv4 address: compatible, NAT64 and 6to4.
    if (hex.matches("0{24}.{8}|0064ff9b0{16}.{8}")) {
      return of(InetAddress.getByAddress(Arrays.copyOfRange(bytes, 12, 16)));
    }
    if (hex.matches("2002.{28}")) {
      return of(InetAddress.getByAddress(Arrays.copyOfRange(bytes, 2, 6)));
    }
    if (address.isLoopbackAddress()
        || hex.matches("00.{6}")
        || NetworkInterface.getByInetAddress(address) != null) {
      return THIS_COMPUTER;
    }
    boolean isLocal =
        address.isSiteLocalAddress()
            || address.isLinkLocalAddress()
            || address.isMulticastAddress()
            || LOCAL.matcher(hex).matches();
    return isLocal ? LOCAL_NETWORK : INTERNET;
  }
}
