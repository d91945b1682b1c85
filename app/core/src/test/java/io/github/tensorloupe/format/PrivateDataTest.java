package io.github.tensorloupe.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.PrivateData.Kind;
import io.github.tensorloupe.format.PrivateData.Match;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateDataTest {

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "note | token hf_abcdefghijklmnopqrstuvwxyz012345 here | SECRET | token *** here",
        "x | ghp_abcdefghijklmnopqrstuvwxyz0123456789 | SECRET | ***",
        "x | https://anna:p4ssw0rd@example.org/a | SECRET | https://***@example.org/a",
        "config | {\"wandb_api_key\": \"0123456789abcdef\"} | SECRET | {\"wandb_api_key\":"
            + " \"***\"}",
        "config | {\\\"hf_token\\\": \\\"0123456789abcdef\\\"} | SECRET"
            + " | {\\\"hf_token\\\": \\\"***\\\"}",
        "author | Anna <anna.b@example.org> | EMAIL | Anna <***>",
        "path | /home/anna/data and /home/bert | USER | /home/***/data and /home/***",
        "path | /Users/anna/data | USER | /Users/***/data",
        "path | C:\\Users\\Anna B\\data | USER | C:\\Users\\*** B\\data",
        "path | \"C:\\\\Users\\\\anna\\\\x\" | USER | \"C:\\\\Users\\\\***\\\\x\"",
        "path | d:/users/anna/x | USER | d:/users/***/x",
        "path | /mnt/c/Users/anna/x | USER | /mnt/c/Users/***/x",
        "path | /media/anna/disk | USER | /media/***/disk",
        "remote | anna@gpu-box:/data | COMPUTER | anna@***:/data",
        "server | http://192.168.0.4:8188/x | COMPUTER | http://***:8188/x",
        "server | http://nas.local/x | COMPUTER | http://***/x",
      })
  void privatePartsAreMasked(String key, String value, Kind kind, String masked) {
    List<Match> found = new PrivateData().of(key, value);

    assertThat(found).isNotEmpty().allSatisfy(each -> assertThat(each.kind()).isEqualTo(kind));
    assertThat(PrivateData.masked(value, found)).isEqualTo(masked);
  }

  @ParameterizedTest
  @CsvSource({
    "hf_token, 0123456789",
    "wandb_api_key, 0123456789abcdef0123456789abcdef01234567",
    "WANDB_API_KEY, 0123456789abcdef",
    "db.password, correct-horse",
    "ss_hostname, gpu-box-3"
  })
  void keysIdentifyWholeValues(String key, String value) {
    assertThat(new PrivateData().of(key, value))
        .hasSize(1)
        .allSatisfy(each -> assertThat(each.isWhole(value)).isTrue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ss_max_token_length | 225",
        "ss_keep_tokens | 1",
        "bos_token | <|endoftext|>",
        "trigger_phrase | a photo of sks dog, task-oriented",
        "ss_tag_frequency | {\"10_cat\": {\"1girl\": 3, \"@_@\": 2, \":/\": 1, \"monkey\": 2}}",
        "ss_dataset_dirs | {\"10_cat\": {\"n_repeats\": 10, \"img_count\": 30}}",
        "path | /home/ubuntu/data and /home/user/x, /root/x, /workspace/train",
        "path | C:\\Users\\Public\\x",
        "modelspec.license | https://example.org/license",
        "ot_config | {\"secrets\": {\"huggingface_token\": \"\"}}",
        "hf_token | None",
        "main_process_host | localhost",
        "version | 10.0.1.22",
        "sshs_model_hash | 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "software | {\"name\": \"ai-toolkit\", \"repo\": \"https://github.com/ostris/ai-toolkit\"}",
        "media | /media/cover.png",
      })
  void ordinaryMetadataAreNotPrivate(String key, String value) {
    assertThat(new PrivateData().of(key, value)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"@", "a@", "://", "key", "hf_", "/home/", "a.a@a.", "token\":\"", "sk- "})
  void hostileValuesAreSearchedInLinearTime(String part) {
    PrivateData search = new PrivateData();

    search.of("x", part.repeat(4_000_000 / part.length()));

    assertThat(search.isExhausted()).isTrue();
  }

  @Test
  void findingsNameKeysAndNoValues() {
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("hf_token", "hf_" + LETTERS);
    entries.put("author", "anna@example.org");
    entries.put("a", "/home/anna/x");
    entries.put("b", "/home/anna/y");

    List<Finding> findings = PrivateData.findings(Metadata.of(entries));

    assertThat(findings)
        .extracting(Finding::message)
        .containsExactly(
            "The metadata contains access tokens, keys or passwords, which readers can use:"
                + " hf_token.",
            "The metadata contains e-mail addresses: author.",
            "The metadata contains paths with names of users: a, b.");
    assertThat(findings).extracting(Finding::code).containsOnly(FindingCode.METADATA_SECRET);
  }
}
