package io.github.tensorloupe.testing;

import module java.base;

import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.testing.ModelServer.Answer;
import io.github.tensorloupe.testing.ModelServer.Content;

/// A hub with one repository, `org/name`. Large files are redirected to another server, with signed
/// addresses that can expire.
public final class HubServer implements Closeable {

  public static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
  public static final String REPOSITORY = "org/name";

  private final ModelServer hub = new ModelServer();
  private final ModelServer store = new ModelServer();
  private final List<String> listed = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger signature = new AtomicInteger(1);

  public HubServer() throws IOException {
    hub.answer("/api/models/" + REPOSITORY + "/revision/main", _ -> listing());
    hub.answer("/api/models/" + REPOSITORY + "/revision/" + COMMIT, _ -> listing());
  }

  /// Changes the hub to a mirror that supports only paged tree listings, with one file per page.
  public void listsPages() {
    String tree = "/api/models/" + REPOSITORY + "/tree/main";
    hub.answer("/api/models/" + REPOSITORY + "/revision/main", _ -> Answer.of(404, ""));
    hub.answer(
        tree,
        request -> {
          int page = request.target().contains("page=1") ? 1 : 0;
          String entry =
              listed.get(page).replace("rfilename", "path").replace("sha256\":", "oid\":");
          Answer answer = Answer.of(200, "[" + entry + "]", "X-Repo-Commit", COMMIT);
          return page == 1 ? answer : answer.with("Link", "<" + tree + "?page=1>; rel=\"next\"");
        });
  }

  private Answer listing() {
    return Answer.of(
        200,
        "{\"id\":\"%s\",\"sha\":\"%s\",\"siblings\":[%s]}"
            .formatted(REPOSITORY, COMMIT, String.join(",", listed)));
  }

  public ModelServer hub() {
    return hub;
  }

  public ModelServer store() {
    return store;
  }

  public String endpoint() {
    return hub.address("");
  }

  /// Adds a file that is stored in the repository itself.
  public HubServer small(String name, String text) {
    return small(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private HubServer small(String name, byte[] bytes) {
    listed.add("{\"rfilename\":\"%s\",\"size\":%d}".formatted(name, bytes.length));
    hub.file(resolved(name), bytes);
    return this;
  }

  /// Adds all files of a folder and its subfolders: checkpoints as large files, other files as
  /// small ones.
  public HubServer folder(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        byte[] bytes = Files.readAllBytes(file);
        if (name.endsWith(".safetensors")) {
          String sha256 = HexFormat.of().formatHex(Sha256.digest().digest(bytes));
          large(name, Content.of(bytes), sha256);
        } else {
          small(name, bytes);
        }
      }
    }
    return this;
  }

  /// Adds a large file.
  public HubServer large(String name, Content content, String sha256) {
    listed.add(
        "{\"rfilename\":\"%s\",\"size\":%d,\"lfs\":{\"sha256\":\"%s\",\"size\":%2$d}}"
            .formatted(name, content.length(), sha256));
    hub.answer(
        resolved(name),
        _ ->
            Answer.of(302, "", "X-Linked-ETag", "\"" + sha256 + "\"")
                .with("Location", store.address("/" + name + "?Signature=" + signature.get())));
    store.answer(
        "/" + name,
        request ->
            request.target().endsWith("Signature=" + signature.get())
                ? ModelServer.part(content, request, "\"" + sha256.substring(0, 8) + "\"")
                : Answer.of(403, "<Error><Message>Request has expired</Message></Error>"));
    return this;
  }

  /// Invalidates all earlier redirects.
  public void expire() {
    signature.incrementAndGet();
  }

  private static String resolved(String name) {
    return "/" + REPOSITORY + "/resolve/" + COMMIT + "/" + name;
  }

  public long requestCount() {
    return hub.requests().size() + store.requests().size();
  }

  public long bodyByteCount() {
    return hub.bodyByteCount() + store.bodyByteCount();
  }

  /// Simulates a distant hub and store, and counts round trips.
  public void count(RoundTrips counter) {
    hub.count(counter);
    store.count(counter);
  }

  @Override
  public void close() throws IOException {
    hub.close();
    store.close();
  }
}
