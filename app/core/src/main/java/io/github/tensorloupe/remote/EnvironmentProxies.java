package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import java.net.Proxy;
import java.net.ProxySelector;

/// The proxies specified by `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case.
final class EnvironmentProxies extends ProxySelector {

  private static final int DEFAULT_PORT = 8080;

  private final Map<String, String> environment;

  EnvironmentProxies(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public List<Proxy> select(URI uri) {
    try {
      return List.of(
          proxy(uri)
              .map(proxy -> new Proxy(Proxy.Type.HTTP, address(proxy.getHost(), proxy.getPort())))
              .orElse(Proxy.NO_PROXY));
    } catch (SentenceException e) {
      // An unreachable proxy, because a direct connection would bypass the configured one.
      return List.of(new Proxy(Proxy.Type.HTTP, address("proxy.invalid", DEFAULT_PORT)));
    }
  }

  private static InetSocketAddress address(String host, int port) {
    return InetSocketAddress.createUnresolved(host, port < 0 ? DEFAULT_PORT : port);
  }

  /// Returns the `Proxy-Authorization` header for a request, or empty if the variable contains no
  /// user. Also empty for an `https` proxy, because this program does not encrypt connections to
  /// proxies.
  ///
  /// @throws SentenceException if the variable is invalid
  Optional<String> authorization(URI uri) throws SentenceException {
    return proxy(uri)
        .filter(proxy -> proxy.getScheme().equalsIgnoreCase("http"))
        .map(URI::getUserInfo)
        .map(user -> user.contains(":") ? user : user + ":")
        .map(user -> Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)))
        .map(user -> "Basic " + user);
  }

  private Optional<URI> proxy(URI uri) throws SentenceException {
    Origin origin = Origin.of(uri);
    String named = value(origin.scheme() + "_proxy");
    // Requests to this computer contain the token, so they must not be sent to a proxy.
    if (named.isEmpty() || origin.isThisComputer() || isExcepted(origin)) {
      return Optional.empty();
    }
    try {
      URI proxy = new URI(named.contains("://") ? named : "http://" + named);
      // An unescaped special character in a password would turn part of the password into the host.
      if (Origin.isIn(proxy)
          && proxy.getRawQuery() == null
          && proxy.getRawFragment() == null
          && proxy.getRawPath().matches("/?")) {
        return Optional.of(proxy);
      }
    } catch (URISyntaxException e) {
      // The message of the exception contains the password.
    }
    throw new SentenceException(
        "The environment variable {0} is not the address of a proxy, such as"
            + " http://USER:PASSWORD@HOST:PORT; special characters of a password are written"
            + " as %XX.",
        variable(uri));
  }

  static String variable(URI uri) {
    return Origin.of(uri).scheme().toUpperCase(Locale.ROOT) + "_PROXY";
  }

  private String value(String name) {
    String upper = environment.getOrDefault(name.toUpperCase(Locale.ROOT), "");
    return environment.getOrDefault(name, upper).strip();
  }

  private boolean isExcepted(Origin origin) {
    String host = origin.host();
    return Stream.of(value("no_proxy").split("[,\\s]+"))
        .map(each -> each.replaceFirst("^\\*?\\.", "").replaceFirst(":" + origin.port() + "$", ""))
        .filter(each -> !each.isEmpty())
        .anyMatch(each -> each.equals("*") || host.equals(each) || host.endsWith("." + each));
  }

  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException failure) {
    // The request itself fails and is reported.
  }
}
