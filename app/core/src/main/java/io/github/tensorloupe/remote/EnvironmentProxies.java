package io.github.tensorloupe.remote;

import module java.base;

import java.net.Proxy;
import java.net.ProxySelector;

/// The proxies that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name, in either case.
final class EnvironmentProxies extends ProxySelector {

  private static final int USUAL_PORT = 8080;

  private final Map<String, String> environment;

  EnvironmentProxies(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public List<Proxy> select(URI uri) {
    Origin origin = Origin.of(uri);
    String named = value(origin.scheme() + "_proxy");
    // What this computer tells itself goes over no network, where others could read the token.
    if (named.isEmpty() || origin.isThisComputer() || isExcepted(origin)) {
      return List.of(Proxy.NO_PROXY);
    }
    try {
      URI proxy = new URI(named.contains("://") ? named : "http://" + named);
      int port = proxy.getPort() < 0 ? USUAL_PORT : proxy.getPort();
      InetSocketAddress address = InetSocketAddress.createUnresolved(proxy.getHost(), port);
      return List.of(new Proxy(Proxy.Type.HTTP, address));
    } catch (URISyntaxException | IllegalArgumentException e) {
      // Going around a proxy that was asked for would tell others what it was to hide.
      return List.of(
          new Proxy(
              Proxy.Type.HTTP, InetSocketAddress.createUnresolved("proxy.invalid", USUAL_PORT)));
    }
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
    // The request itself fails, and that is told.
  }
}
