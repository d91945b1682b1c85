package io.github.tensorloupe.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.ModelServer;
import io.github.tensorloupe.testing.ModelServer.Answer;
import io.github.tensorloupe.testing.ModelServer.Content;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// Servers with wrong status codes, headers, lengths and listings. Bytes read from them must be
/// correct, or reading must fail.
class ServerFuzzTest extends FuzzTest {

  private static final byte[] FILE = new byte[700_000];

  static {
    new Random(1).nextBytes(FILE);
  }

  private static final int[] STATUSES = {
    200, 204, 206, 301, 302, 304, 400, 401, 404, 416, 429, 503
  };
  private static final String[] NAMES = {
    "Content-Range",
    "Content-Encoding",
    "ETag",
    "Location",
    "Retry-After",
    "X-Linked-ETag",
    "X-Error-Message",
    "X-Error-Code",
    "RateLimit",
    "Last-Modified"
  };
  private static final String[] VALUES = {
    "",
    "0",
    "-1",
    "9".repeat(18),
    "bytes 0-9/10",
    "bytes */700000",
    "bytes 1-700000/700000",
    "bytes 9-0/700000",
    "gzip",
    "identity",
    "\"v2\"",
    "W/\"v1\"",
    "/m.safetensors",
    "//",
    "http://[",
    "a".repeat(64),
    "GatedRepo",
    ";t=1",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "\"",
    "%",
    "\u00ff"
  };
  private static final String LISTING =
      """
      {"sha":"c0ffee","siblings":[{"rfilename":"m.safetensors","size":700000,"lfs":{"sha256":"%s",\
      "size":700000}},{"rfilename":"sub/config.json","size":2},{"rfilename":"x.safetensors"}]}\
      """
          .formatted("b".repeat(64));

  @Override
  protected int rounds() {
    return 60;
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    boolean isHub = input.nextInt(2) == 0;
    byte[] listing = Damage.json(LISTING.getBytes(), input);
    try (ModelServer server = new ModelServer()) {
      server.answer("/api/models/org/name/revision/main", _ -> listing(listing, input));
      server.answer("/m.safetensors", request -> answer(request, input));
      server.answer("/org/name/resolve/c0ffee/m.safetensors", request -> answer(request, input));
      RemoteSettings settings =
          new RemoteSettings(
              URI.create(server.address("")),
              Map.of(),
              Path.of("no-home"),
              Optional::empty,
              Duration.ofMillis(200),
              Optional.empty());
      String address = isHub ? "hf://org/name/m.safetensors" : server.address("/m.safetensors");
      try (RemoteAccess access = new RemoteAccess(settings);
          ByteSource file = ByteSource.open(access.path(address, RemoteTestAccess.REFUSES))) {
        int length = (int) Math.min(FILE.length, file.length());
        for (int times = 0; length > 0 && times < 3; times++) {
          int begin = input.nextInt(length);
          int count = input.nextInt(length - begin);
          assertThat(file.read(begin, count))
              .isEqualTo(Arrays.copyOfRange(FILE, begin, begin + count));
        }
      } catch (IOException e) {
        assertThat(e.getMessage()).isNotBlank().hasLineCount(1);
      }
    }
  }

  private static Answer listing(byte[] listing, FuzzInput input) {
    Answer whole = Answer.of(200, "").with(out -> out.write(listing));
    return input.nextInt(8) == 0
        ? Answer.of(404, "")
        : whole.with("Content-Length", String.valueOf(listing.length));
  }

  /// Returns a correct or modified answer, but never bytes that contradict the stated range.
  private static Answer answer(ModelServer.Request request, FuzzInput input) {
    synchronized (input) {
      Answer right = ModelServer.part(Content.of(FILE), request, "\"v1\"");
      Map<String, String> headers = new LinkedHashMap<>(right.headers());
      int status = right.status();
      switch (input.nextInt(10)) {
        case 0 -> status = STATUSES[input.nextInt(STATUSES.length)];
        case 1 -> headers.remove(input.oneOf("Content-Length", "Content-Range", "ETag"));
        case 2, 3, 4 -> headers.put(input.oneOf(NAMES), input.oneOf(VALUES));
        case 5 -> headers.put("Content-Length", String.valueOf(input.nextInt(800_000)));
        case 6 -> {
          headers.remove("Content-Length");
          return new Answer(status, headers, out -> out.write(FILE, 0, input.nextInt(1000)));
        }
        case 7 -> {
          // Another range than requested, with matching headers.
          long shift = input.nextInt(4) == 0 ? 0 : input.nextInt(1000);
          long[] requestedRange = request.range().orElseThrow();
          String other =
              "bytes=" + (requestedRange[0] + shift) + "-" + (requestedRange[1] - 1 + shift);
          Map<String, String> range = shift == 0 ? Map.of() : Map.of("range", other);
          return ModelServer.part(
              Content.of(FILE), new ModelServer.Request("GET", "", range), "\"v1\"");
        }
        default -> {}
      }
      return new Answer(status, headers, right.body());
    }
  }
}
