package io.github.tensorloupe.edit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.edit.PrivateData.Change;
import io.github.tensorloupe.edit.PrivateData.Kind;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Severity;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateDataTest {

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final String HF_TOKEN = "hf_abcdefghijklmnopqrstuvwxyz012345";
  private static final LoaderKeys LOADER_KEYS = new LoaderKeys("embed.weight"::equals);

  private static Metadata metadata(String... keysAndValues) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return Metadata.of(map);
  }

  private static PrivateData search(String... keysAndValues) {
    return PrivateData.of(metadata(keysAndValues), LOADER_KEYS);
  }

  /// Returns the value after masking, or "removed".
  private static String after(String key, String value) {
    Metadata before = metadata(key, value);
    Metadata after = PrivateData.of(before, LOADER_KEYS).apply(before);
    return after.entries().getOrDefault(key, "removed");
  }

  private static Set<Kind> kinds(String key, String value) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    search(key, value).changes().forEach(change -> kinds.addAll(change.kinds()));
    return kinds;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hf_abcdefghijklmnopqrstuvwxyz012345",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "ghu_abcdefghijklmnopqrstuvwxyz0123456789",
        "ghr_abcdefghijklmnopqrstuvwxyz0123456789",
        "github_pat_11ABCDEFG0abcdefghijklmnopqrstuvwxyz_0123456789",
        "glpat-abcdefghij0123456789",
        "sk-proj-abcdefghij_0123456789-ABCDEFGHIJ",
        "sk-ant-api03-abcdefghij_0123456789-ABCDEFGHIJ",
        "sk-abcdefghijklmnopqrstT3BlbkFJabcdefghijklmnopqrst",
        "r8_abcdefghijklmnopqrstuvwxyz0123456789A",
        "AKIAIOSFODNN7ABCDEFG",
        "AIzaSyA-abcdefghijklmnopqrstuvwxyz01234",
        "xoxb-123456789012-abcdefghijkl",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
      })
  void tokensOfServicesAreFound(String token) {
    assertThat(kinds("note", "the token " + token + " is mine")).containsOnly(Kind.SECRET);
    assertThat(after("note", "the token " + token + " is mine")).isEqualTo("the token *** is mine");
    assertThat(after("note", token)).isEqualTo("removed");
    assertThat(after("note", "{\"x\": [1, \"token:\\n" + token + "\"]}"))
        .isEqualTo("{\"x\": [1, \"token:\\n***\"]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x | https://anna:p4ssw0rd@files.test.org/a | SECRET | https://***@files.test.org/a",
        "x | HF_TOKEN=abc0123456789def | SECRET | HF_TOKEN=***",
        "x | WANDB_API_KEY=0123456789abcdef0123456789abcdef01234567 run | SECRET |"
            + " WANDB_API_KEY=*** run",
        "x | {'wandb_api_key': '0123456789abcdef', 'a': None} | SECRET | {'wandb_api_key': '***',"
            + " 'a': None}",
        "x | {\\\"hf_token\\\": \\\"0123456789abcdef\\\"} | SECRET | {\\\"hf_token\\\":"
            + " \\\"***\\\"}",
        "x | --hub_token=abcdef0123456789 --steps=1000 | SECRET | --hub_token=*** --steps=1000",
        "config | {\"wandb_api_key\": \"0123456789abcdef\"} | SECRET | {\"wandb_api_key\":"
            + " \"***\"}",
        "x | {\"passwd\": \"correct horse battery\"} | SECRET | {\"passwd\": \"***\"}",
        "x | {\"host\": {\"hostname\": \"alice-desktop\"}} | COMPUTER | {\"host\": {\"hostname\":"
            + " \"***\"}}",
        "author | Anna <anna.b@uni-bonn.de> | EMAIL | Anna <***>",
        "author | alice@163.com, bob@gmail.com | EMAIL | ***, ***2",
        "path | /home/anna/data and /home/bert | USER | /home/***/data and /home/***2",
        "path | /home2/anna/data | USER | /home2/***/data",
        "x | curl -H 'Authorization: Bearer abcdef0123456789ABCDEF' | SECRET | curl -H"
            + " 'Authorization: ***'",
        "x | AccountName=a;AccountKey=abcdefghij0123456789+/ABC==;Suffix=b | SECRET |"
            + " AccountName=a;AccountKey=***;Suffix=b",
        "path | /Users/anna/data | USER | /Users/***/data",
        "path | /run/media/alice/disk | USER | /run/media/***/disk",
        "path | file:///home/anna/x | USER | file:///home/***/x",
        "path | /mnt/c/Users/anna/x | USER | /mnt/c/Users/***/x",
        "path | /mnt/data/home/anna/x | USER | /mnt/data/home/***/x",
        "path | d:/users/anna/x | USER | d:/users/***/x",
        "path | C:\\Users\\John Smith\\AppData | USER | C:\\Users\\***\\AppData",
        "path | C:\\Users\\John Smith | USER | C:\\Users\\***",
        "path | in C:\\Users\\john we found it | USER | in C:\\Users\\*** we found it",
        "path | \\\\NAS\\Users\\alice\\x | USER | \\\\NAS\\Users\\***\\x",
        "path | 'C:\\\\Users\\\\anna\\\\x' | USER | 'C:\\\\Users\\\\***\\\\x'",
        "path | 'C:\\\\Users\\\\J\\u00fcrgen\\\\x' | USER | 'C:\\\\Users\\\\***\\\\x'",
        "path | 'C:\\\\Users\\\\\\u5f20\\\\x' | USER | 'C:\\\\Users\\\\***\\\\x'",
        "path | '/home/\\u5f20/x' | USER | '/home/***/x'",
        "path | {\"a\": \"/home/\\u5f20/x\"} | USER | {\"a\": \"/home/***/x\"}",
        "path | {\"a\": \"C:\\\\Users\\\\\\u5f20\"} | USER | {\"a\": \"C:\\\\Users\\\\***\"}",
        "remote | anna@gpu-box:/data | COMPUTER | ***:/data",
        "server | http://192.168.0.4:8188/x | COMPUTER | http://***:8188/x",
        "server | http://nas.local/x | COMPUTER | http://***/x",
        "note | {\"note\": \"Author:\\nalice@gmail.com\"} | EMAIL | {\"note\": \"Author:\\n***\"}",
        "note | {\"note\": \"\\u003calice@gmail.com\\u003e\"} | EMAIL | {\"note\": \"<***>\"}",
        "note | 'Author:\\nalice@gmail.com' | EMAIL | 'Author:\\n***'",
      })
  void privatePartsAreMasked(String key, String value, Kind kind, String masked) {
    assertThat(kinds(key, value)).containsOnly(kind);
    assertThat(after(key, value)).isEqualTo(masked);
  }

  @Test
  void entriesThatConsistOfSecretsAreRemoved() {
    assertThat(after("hf_token", "0123456789")).isEqualTo("removed");
    assertThat(after("WANDB_API_KEY", "0123456789abcdef")).isEqualTo("removed");
    assertThat(after("access_token", LETTERS.repeat(20))).isEqualTo("removed");
    assertThat(after("db.password", "correct horse")).isEqualTo("removed");
    assertThat(after("ss_hostname", "gpu-box-3")).isEqualTo("removed");
    assertThat(after("contact", "alice@gmail.com")).isEqualTo("removed");
  }

  @Test
  void privateKeysAreMaskedToTheirEnd() {
    String block = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc=\n-----END RSA PRIVATE KEY-----";

    assertThat(after("note", "before " + block + " after")).isEqualTo("before *** after");
    assertThat(after("note", "before " + block.substring(0, 50))).isEqualTo("before ***");
    assertThat(after("note", "{\"key\": \"x" + block.replace("\n", "\\n") + "\"}"))
        .isEqualTo("{\"key\": \"x***\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ss_max_token_length | 225",
        "ss_keep_tokens | 1",
        "note | Bearer of the ring, Bearer 1girl",
        "bos_token | <|endoftext|>",
        "x | {\"bot_token\": \"<start_of_turn>\", \"pad_token\": \"something\"}",
        "trigger_phrase | a photo of sks dog, task-oriented",
        "ss_tag_frequency | {\"10_cat\": {\"1girl\": 3, \"@_@\": 2, \":/\": 1, \"monkey\": 2}}",
        "ss_dataset_dirs | {\"10_cat\": {\"n_repeats\": 10, \"img_count\": 30}}",
        "path | /home/ubuntu/data and /home/user/x, /root/x, /workspace/train",
        "path | /home/studio-lab-user/x, /home/jovyan/x, /home/sagemaker-user/x, /home/runpod/x",
        "path | C:\\Users\\Public\\x",
        "path | photos/home/kitchen.png",
        "path | /data/photos/home/kitchen.png",
        "path | /media/data/x, /media/ssd, /media/nas/models, /media/cover.png",
        "path | /data/sk-naturalistic-portraits-v2",
        "url | https://www.pixiv.net/en/users/123",
        "url | https://api.github.com/users/x",
        "url | https://site.com/home/page",
        "url | https://site.com/Users/page",
        "model | AWPainting@v1.2.safetensors",
        "model | icon@2x.png, mail@2.org, comfyui@1.3.alpha, react@18.2.0, foo@v1.2.com.bar",
        "repo | git@github.com:org/repo.git",
        "author | noreply@github.com, 123+bot@users.noreply.github.com, you@example.com",
        "url | http://127.0.0.1:11434/api, http://localhost:8188",
        "url | https://medium.com/@alice.b/story, https://unpkg.com/react@18.2.0/x.js",
        "main_host | None",
        "hostname | None",
        "hostname | localhost",
        "hostname | a1b2c3d4e5f6",
        "host | huggingface.co",
        "node_name | Conv_12",
        "x | {\"hub_token\": \"<HUB_TOKEN>\", \"api_key\": \"YOUR_API_KEY\"}",
        "x | {\"api_key\": \"${OPENAI_API_KEY}\", \"hf_token\": \"True\", \"token\": null}",
        "x | api_key=os.environ1234567890, hf_token=get_token1234(), password=password",
        "caption | the secret: 'midnight-garden'",
        "caption | password: 'midnight garden', the passwords: are lost",
        "modelspec.license | https://example.org/license",
        "ot_config | {\"secrets\": {\"huggingface_token\": \"\"}}",
        "hf_token | None",
        "version | 10.0.1.22",
        "sshs_model_hash | 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "software | {\"name\": \"ai-toolkit\", \"repo\": \"https://github.com/ostris/ai-toolkit\"}",
        "lm_head.weight | embed.weight",
      })
  void ordinaryMetadataAreNotPrivate(String key, String value) {
    assertThat(search(key, value).changes()).isEmpty();
  }

  @Test
  void picturesAreNotPrivate() {
    byte[] bytes = new byte[3_000_000];
    new Random(1).nextBytes(bytes);
    String picture = Base64.getEncoder().encodeToString(bytes);
    String url = "data:image/png;base64," + picture;

    assertThat(search("ssmd_cover_images", "[\"" + picture + "\"]", "image", url).changes())
        .isEmpty();
    assertThat(
            search("modelspec.thumbnail", Base64.getUrlEncoder().encodeToString(bytes)).changes())
        .isEmpty();
  }

  @Test
  void otherTokensOfJsonStay() {
    String before =
        "{ \"a\":1.0e0,\t\"b\" : [\"\\u00e9\", NaN , \"/home/anna/\\u00e9\"],\"a\":\"\\/\" ,\n"
            + " \"/home/anna/x\":{}}";

    assertThat(after("config", before))
        .isEqualTo(
            "{ \"a\":1.0e0,\t\"b\" : [\"\\u00e9\", NaN , \"/home/***/é\"],\"a\":\"\\/\" ,\n"
                + " \"/home/***/x\":{}}");
  }

  @Test
  void validJsonStaysValid() {
    Random random = new Random(2);
    List<String> parts =
        List.of(
            HF_TOKEN,
            "anna@gmail.com",
            "/home/anna",
            "C:\\Users\\John Smith\\x",
            "\"",
            "\\",
            "\n",
            "\t",
            "é",
            "\u0001",
            "api_key=abcdef0123456789",
            "{\"a\": \"/home/bert\"}",
            "-----BEGIN PRIVATE KEY-----",
            " ");
    for (int round = 0; round < 2000; round++) {
      List<JsonValue> values = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        StringBuilder text = new StringBuilder();
        random
            .ints(random.nextInt(6), 0, parts.size())
            .forEach(part -> text.append(parts.get(part)).append(' '));
        values.add(new JsonValue.JsonString(text.toString()));
      }
      String before = JsonForm.COMPACT.write(new JsonValue.JsonArray(values));
      String escaped = escapeSome(before, random);
      String after = after("x", escaped);

      assertThat(EmbeddedJson.parse(escaped)).isEqualTo(EmbeddedJson.parse(before));
      assertThat(EmbeddedJson.parse(after)).as(escaped).isPresent();
      assertThat(after).doesNotContain("anna", "bert", "John", HF_TOKEN, "abcdef0123456789");
      assertThat(search("x", after).changes()).as(after).isEmpty();
    }
  }

  private static String escapeSome(String json, Random random) {
    StringBuilder escaped = new StringBuilder();
    boolean isEscape = false;
    for (char c : json.toCharArray()) {
      boolean isPlain = !isEscape && Character.isLetter(c) && random.nextInt(8) == 0;
      escaped.append(isPlain ? "\\u%04x".formatted((int) c) : String.valueOf(c));
      isEscape = !isEscape && c == '\\';
    }
    return escaped.toString();
  }

  @Test
  void longJsonIsMaskedAtTheRightPlaces() {
    StringBuilder before = new StringBuilder("{");
    for (int i = 0; i < 20_000; i++) {
      before.append("\"k%d\\n\": [\"\\u00e9\", %d, \"/home/anna/%d\"],\n".formatted(i, i, i));
      before.append("\"/home/anna/%d\" : {} ,".formatted(i));
    }
    before.append("\"end\": 1}");

    assertThat(after("x", before.toString()))
        .isEqualTo(before.toString().replace("/home/anna", "/home/***"));
  }

  @Test
  void jsonInJsonStringsIsSearched() {
    assertThat(after("x", "{\"a\": \"{\\\"hf_token\\\": \\\"0123456789abc\\\"}\"}"))
        .isEqualTo("{\"a\": \"{\\\"hf_token\\\": \\\"***\\\"}\"}");
  }

  @Test
  void maskedKeysOfJsonStayDistinct() {
    assertThat(after("ss_dataset_dirs", "{\"/home/anna/x\": 1, \"/home/bert/x\": 2}"))
        .isEqualTo("{\"/home/***/x\": 1, \"/home/***2/x\": 2}");
    assertThat(after("x", "{\"/home/***/x\": 1, \"/home/bert/x\": 2}"))
        .isEqualTo("{\"/home/***/x\": 1, \"/home/****/x\": 2}");
  }

  @Test
  void entriesWithPrivateKeysAreRemovedAndNotShown() {
    PrivateData data = search("/home/anna/x", "1", "anna@gmail.com", "2");

    assertThat(data.changes()).extracting(Change::masked).containsOnly(Optional.empty());
    assertThat(data.findings().toString() + data.sentences()).doesNotContain("anna");
  }

  @Test
  void entriesOfLoadersAreMasked() {
    String config = "{\"base_model_name_or_path\": \"/home/anna/base\"}";

    assertThat(after("lora_adapter_metadata", config))
        .isEqualTo("{\"base_model_name_or_path\": \"/home/***/base\"}");
    assertThat(after("model_class", "alice@gmail.com")).isEqualTo("***");
  }

  @Test
  void findingsNameKindsAndKeysAndNoValues() {
    PrivateData data =
        search(
            "hf_token",
            HF_TOKEN,
            "author",
            "anna@gmail.com",
            "a",
            "/home/anna/x",
            "b",
            "/home/anna/y");

    assertThat(data.findings())
        .extracting(Finding::message)
        .containsExactly(
            "The metadata contains access tokens, keys or passwords in hf_token. Everyone who has"
                + " the file can read them.",
            "The metadata contains e-mail addresses in author. Everyone who has the file can read"
                + " them.",
            "The metadata contains names of users in paths in a, b. Everyone who has the file can"
                + " read them.");
    assertThat(data.findings())
        .allSatisfy(finding -> assertThat(finding.code()).isEqualTo(FindingCode.METADATA_SECRET))
        .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
    assertThat(data.sentences())
        .extracting(Object::toString)
        .containsExactly(
            "\"hf_token\" is removed: it contains access tokens, keys or passwords.",
            "\"author\" is removed: it contains e-mail addresses.",
            "\"a\" contains names of users in paths, which are masked.",
            "\"b\" contains names of users in paths, which are masked.");
  }

  @Test
  void longEntriesAreReportedAsNotSearched() {
    Metadata metadata = metadata("long", "x".repeat(1000), "hf_token", HF_TOKEN, "b", "");

    PrivateData data = PrivateData.of(metadata, LOADER_KEYS, 500);

    assertThat(data.changes()).extracting(Change::key).containsExactly("hf_token");
    assertThat(data.unsearchedKeys()).containsExactly("long");
    assertThat(data.findings().getLast().severity()).isEqualTo(Severity.INFO);
    assertThat(data.findings().getLast().message())
        .isEqualTo("The metadata was searched for private data only in part: long is too long.");
  }

  /// Quadratic time would take hours.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "@",
        "a@",
        "a@a.",
        "a@a.a@",
        "://",
        "://a:a",
        "key",
        "hf_",
        "h",
        "/home/",
        "/users/",
        "/",
        "\\",
        "C:\\Users\\",
        "a.a@a.",
        "token\":\"",
        "api_key='",
        "api_key=",
        "api_key=\"'",
        "sk- ",
        "sk-proj-",
        "eyJaaaaaaaaaa.",
        "-----BEGIN PRIVATE KEY",
        "-----BEGIN PRIVATE KEY-----",
        "*",
        "[\"",
        "\\u",
        "{\"a\":",
        "abcdey:",
        "=",
      })
  void hostileValuesAreSearchedInLinearTime(String part) {
    String value = part.repeat(1_000_000 / part.length());
    PrivateData data = search("x", value, "y", "[" + value);

    assertThat(data.unsearchedKeys()).isEmpty();
  }
}
