package io.github.tensorloupe.testing;

import module java.base;

/// A file server with configurable faults, which counts requests and bytes. Implements a minimum of
/// HTTP, with one thread per connection.
public final class ModelServer implements Closeable {

  /// A received request.
  ///
  /// @param target the path and the query
  /// @param headers the headers, with names in lower case
  public record Request(String method, String target, Map<String, String> headers) {

    public String path() {
      return URLDecoder.decode(target.replaceFirst("\\?.*", ""), StandardCharsets.UTF_8);
    }

    /// Returns the requested byte range with an exclusive end, or empty.
    public Optional<long[]> range() {
      return Optional.ofNullable(headers.get("range"))
          .map(Pattern.compile("bytes=(\\d+)-(\\d+)")::matcher)
          .filter(Matcher::matches)
          .map(
              parts ->
                  new long[] {Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)) + 1});
    }
  }

  /// Writes a body. If it fails, the connection is closed.
  public interface Body {
    void write(OutputStream out) throws IOException;
  }

  /// @param body written and counted when the answer is sent
  public record Answer(int status, Map<String, String> headers, Body body) {

    public static Answer of(int status, String text, String... headers) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return new Answer(status, pairs(headers), out -> out.write(bytes))
          .with("Content-Length", String.valueOf(bytes.length));
    }

    public Answer with(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(name, value);
      return new Answer(status, more, body);
    }

    public Answer with(Body other) {
      return new Answer(status, headers, other);
    }

    private static Map<String, String> pairs(String... headers) {
      Map<String, String> pairs = new LinkedHashMap<>();
      for (int i = 0; i < headers.length; i += 2) {
        pairs.put(headers[i], headers[i + 1]);
      }
      return pairs;
    }
  }

  /// The content of a file, which may be larger than any disk.
  public interface Content {
    long length();

    void write(long begin, long end, OutputStream out) throws IOException;

    static Content of(byte[] bytes) {
      return of(bytes, bytes.length);
    }

    /// Returns these bytes followed by zeros.
    static Content of(byte[] beginning, long length) {
      return new Content() {
        @Override
        public long length() {
          return length;
        }

        @Override
        public void write(long begin, long end, OutputStream out) throws IOException {
          long known = Math.clamp(beginning.length - begin, 0, end - begin);
          out.write(beginning, (int) Math.min(begin, beginning.length), (int) known);
          byte[] zeros = new byte[1 << 16];
          for (long rest = end - begin - known; rest > 0; rest -= zeros.length) {
            out.write(zeros, 0, (int) Math.min(rest, zeros.length));
          }
        }
      };
    }

    static Content of(Path file) throws IOException {
      long length = Files.size(file);
      return new Content() {
        @Override
        public long length() {
          return length;
        }

        @Override
        public void write(long begin, long end, OutputStream out) throws IOException {
          try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(begin);
            out.write(in.readNBytes((int) (end - begin)));
          }
        }
      };
    }
  }

  private final ServerSocket socket;
  private final Map<String, Function<Request, Answer>> answers = new ConcurrentHashMap<>();
  private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
  private final LongAdder bodyBytes = new LongAdder();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger maxInFlight = new AtomicInteger();
  private final AtomicInteger closedByClient = new AtomicInteger();
  private volatile Optional<RoundTrips> roundTrips = Optional.empty();

  public ModelServer() throws IOException {
    socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /// Simulates a distant server, and counts round trips.
  public void count(RoundTrips counter) {
    roundTrips = Optional.of(counter);
  }

  /// Returns the address of a path.
  public String address(String path) {
    return "http://127.0.0.1:" + socket.getLocalPort() + path;
  }

  /// Sets the answers for a path.
  public ModelServer answer(String path, Function<Request, Answer> how) {
    answers.put(path, how);
    return this;
  }

  /// Serves a file correctly.
  public ModelServer file(String path, Content content) {
    return answer(path, request -> part(content, request, "\"v1\""));
  }

  public ModelServer file(String path, byte[] bytes) {
    return file(path, Content.of(bytes));
  }

  /// Redirects a path to another address.
  public ModelServer redirect(String path, String to, String... headers) {
    return answer(path, _ -> Answer.of(302, "", headers).with("Location", to));
  }

  /// Returns a correct answer.
  public static Answer part(Content content, Request request, String entityTag) {
    Map<String, String> headers = new LinkedHashMap<>(Map.of("ETag", entityTag));
    long total = content.length();
    if (request.range().isEmpty()) {
      headers.put("Content-Length", String.valueOf(total));
      return new Answer(200, headers, out -> content.write(0, total, out));
    }
    long begin = request.range().get()[0];
    long end = Math.min(request.range().get()[1], total);
    if (begin >= total) {
      headers.put("Content-Range", "bytes */" + total);
      headers.put("Content-Length", "0");
      return new Answer(416, headers, _ -> {});
    }
    headers.put("Content-Range", "bytes %d-%d/%d".formatted(begin, end - 1, total));
    headers.put("Content-Length", String.valueOf(end - begin));
    return new Answer(206, headers, out -> content.write(begin, end, out));
  }

  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /// Returns the total size of all served bodies in bytes.
  public long bodyByteCount() {
    return bodyBytes.sum();
  }

  public int maxInFlight() {
    return maxInFlight.get();
  }

  /// Returns the number of answers that clients did not read to the end.
  public int brokenOffCount() {
    return closedByClient.get();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        // Closed.
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
      OutputStream out = new BufferedOutputStream(connection.getOutputStream(), 1 << 16);
      for (Optional<Request> request = read(in); request.isPresent(); request = read(in)) {
        requests.add(request.get());
        maxInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        try {
          if (roundTrips.isPresent()) {
            roundTrips.get().await();
          }
          Answer answer =
              answers
                  .getOrDefault(request.get().path(), _ -> Answer.of(404, "not here"))
                  .apply(request.get());
          write(answer, out);
          if (!answer.headers().containsKey("Content-Length")) {
            return;
          }
        } finally {
          inFlight.decrementAndGet();
        }
      }
    } catch (IOException e) {
      closedByClient.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Optional<Request> read(BufferedReader in) throws IOException {
    String first = in.readLine();
    if (first == null || first.isEmpty()) {
      return Optional.empty();
    }
    String[] words = first.split(" ");
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      int colon = line.indexOf(':');
      if (colon < 0) {
        return Optional.empty();
      }
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return Optional.of(new Request(words[0], words[1], headers));
  }

  private void write(Answer answer, OutputStream out) throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + answer.status() + " said\r\n");
    answer.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    out.write((head + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    answer.body().write(new Counted(out));
    out.flush();
  }

  /// Counts written bytes.
  private final class Counted extends FilterOutputStream {

    Counted(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int value) throws IOException {
      out.write(value);
      bodyBytes.increment();
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      out.write(bytes, offset, count);
      bodyBytes.add(count);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
