package io.github.tensorloupe.remote;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.HttpFailure.NotThereException;
import io.github.tensorloupe.remote.Transport.RequestContext;
import java.net.http.HttpHeaders;

/// The files of a Hub repository at one commit, usually listed by one request. Thread-safe.
final class HubTree implements RemoteTree {

  private static final int MAX_LISTING_BYTES = 32 << 20;
  private static final int MAX_DEPTH = 32;
  private static final int MAX_NAMES = 200_000;
  private static final int MAX_PAGES = 250;
  private static final Set<String> INVALID_NAMES = Set.of("", ".", "..");
  private static final Pattern NEXT = Pattern.compile("<([^<>]+)>;\\s*rel=\"?next\"?");
  private static final Pattern COMMIT = Pattern.compile("(?!\\.{1,2}$)[\\w.-]+");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  private final Address.Hub address;
  private final RemoteSettings settings;
  private final RemotePath folder;
  private final String commit;
  // Trees, because hash tables of paths would be slow if many names have equal hash codes.
  private final Map<RemotePath, Entry> files = new TreeMap<>();
  private final Map<RemotePath, Set<String>> folders = new TreeMap<>();

  HubTree(Address.Hub address, RemotePath folder, Transport transport, RequestContext context)
      throws IOException {
    this.address = address;
    this.folder = folder;
    this.settings = transport.settings;
    this.folders.put(folder, new HashSet<>());
    this.commit = list(transport, context);
  }

  /// @return the commit, or the revision if the server reports no valid commit
  private String list(Transport transport, RequestContext context) throws IOException {
    String revision = encoded(address.revision()).replace("/", "%2F");
    URI api = URI.create(settings.endpoint() + "/api/models/" + address.repository() + "/");
    String commit;
    try {
      URI one = URI.create(api + "revision/" + revision + "?blobs=true");
      JsonNode repository = json(transport.document(one, MAX_LISTING_BYTES, context));
      add(repository.path("siblings"));
      commit = repository.path("sha").asText();
    } catch (NotThereException e) {
      // Some mirrors only support paged listings.
      URI first = URI.create(api + "tree/" + revision + "?recursive=true");
      commit = listPages(first, transport, context);
    }
    return COMMIT.matcher(commit).matches() ? commit : address.revision();
  }

  private String listPages(URI first, Transport transport, RequestContext context)
      throws IOException {
    String commit = "";
    int left = MAX_LISTING_BYTES;
    Optional<URI> page = Optional.of(first);
    for (int pages = 0; page.isPresent(); pages++) {
      if (pages == MAX_PAGES) {
        throw failure("{0} lists the files of the repository {1} on more than {2} pages.");
      }
      Transport.Response listing = transport.document(page.get(), left, context);
      left -= listing.body().length;
      add(json(listing));
      commit = listing.headers().firstValue("X-Repo-Commit").orElse(commit);
      page = next(listing.headers());
    }
    return commit;
  }

  private Optional<URI> next(HttpHeaders headers) throws SentenceException {
    Matcher link = NEXT.matcher(headers.firstValue("Link").orElse(""));
    if (!link.find()) {
      return Optional.empty();
    }
    String page = link.group(1);
    URI next;
    try {
      next = new URI(page.startsWith("/") ? settings.endpoint() + page : page);
    } catch (URISyntaxException e) {
      throw unreadable();
    }
    if (!settings.isOfHub(next)) {
      throw failure(
          "The response of {0} about the repository {1} continues on another server or in another"
              + " folder, which is not followed.");
    }
    return Optional.of(next);
  }

  private static JsonNode json(Transport.Response answer) {
    return LimitedJson.parse(new String(answer.body(), StandardCharsets.UTF_8));
  }

  private SentenceException unreadable() {
    return failure("The response of {0} about the repository {1} cannot be parsed.");
  }

  private SentenceException failure(String key) {
    Origin server = Origin.of(settings.endpoint());
    return new SentenceException(key, server, address.repository(), MAX_PAGES);
  }

  private void add(JsonNode entries) throws SentenceException {
    if (!entries.isArray()) {
      throw unreadable();
    }
    for (JsonNode entry : entries) {
      if (!entry.path("type").asText().equals("directory")) {
        add(entry.path("rfilename").asText(entry.path("path").asText()), entry);
      }
    }
  }

  private void add(String name, JsonNode entry) throws SentenceException {
    List<String> parts = List.of(name.split("[/\\\\]", MAX_DEPTH + 1));
    boolean isPath = parts.size() <= MAX_DEPTH && parts.stream().noneMatch(INVALID_NAMES::contains);
    if (!isPath) {
      return;
    }
    JsonNode size = entry.path("size");
    Optional<String> sha256 =
        Stream.of("sha256", "oid")
            .map(key -> entry.path("lfs").path(key).asText())
            .filter(hash -> SHA256.matcher(hash).matches())
            .findFirst();
    RemotePath file = folder.resolve(name);
    OptionalLong length =
        size.canConvertToLong() && size.asLong() >= 0
            ? OptionalLong.of(size.asLong())
            : OptionalLong.empty();
    files.put(file, new Entry(length, sha256, entry.path("lfs").isMissingNode()));
    for (RemotePath at = file; !at.equals(folder); at = at.getParent()) {
      Set<String> names = folders.computeIfAbsent(at.getParent(), _ -> new HashSet<>());
      if (!names.add(at.getFileName().toString())) {
        break;
      }
    }
    if (files.size() + folders.size() > MAX_NAMES) {
      throw new SentenceException(
          "{0} lists more than {1} files and folders in the repository {2}.",
          Origin.of(settings.endpoint()), MAX_NAMES, address.repository());
    }
  }

  @Override
  public Optional<Entry> file(RemotePath path) {
    return Optional.ofNullable(files.get(path));
  }

  @Override
  public Optional<Set<String>> children(RemotePath path) {
    return Optional.ofNullable(folders.get(path));
  }

  @Override
  public URI address(RemotePath file) {
    String name = folder.relativize(file).toString();
    return new Address.Hub(address.repository(), commit, name).resolved(settings.endpoint());
  }

  static String encoded(String path) {
    return Stream.of(path.split("/", -1))
        .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"))
        .collect(Collectors.joining("/"));
  }
}
