package io.github.tensorloupe.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Proxy;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Reads the proxies of the environment.
class EnvironmentProxiesTest {

  @ParameterizedTest
  @CsvSource({
    "https://a.example/x, DIRECT, '', ''",
    "https://a.example/x, proxy:3128, http://proxy:3128, ''",
    "https://a.example/x, proxy:8080, proxy, ''",
    "https://a.example/x, DIRECT, proxy:1, 'b,.example'",
    "https://a.example/x, proxy:1, proxy:1, 'b.example, example.a'",
    "https://a.example/x, DIRECT, proxy:1, '*'",
    "https://a.example/x, DIRECT, proxy:1, 'a.example:443'",
    "https://a.example/x, proxy:1, proxy:1, 'a.example:8443'",
    "http://a.example/x, DIRECT, proxy:1, ''",
    "HTTPS://a.example/x, proxy:1, proxy:1, ''",
    "https://localhost:8443/x, DIRECT, proxy:1, ''",
    "https://a.example/x, proxy.invalid:8080, 'http://:::', ''",
  })
  void proxyOfAnAddress(URI address, String expected, String proxy, String exceptions) {
    Map<String, String> environment = Map.of("HTTPS_PROXY", proxy, "no_proxy", exceptions);
    Proxy found = new EnvironmentProxies(environment).select(address).getFirst();
    String shown = found.address() == null ? "DIRECT" : found.address().toString();
    assertThat(shown.replace("/<unresolved>", "")).isEqualTo(expected);
  }
}
