package io.github.tensorloupe.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;

/// The command lines of [GoldenOutputTest] by data set, and the command lines for all data sets.
final class GoldenCommands {

  /// The data sets that all reading commands read.
  static final List<String> DATA_SETS =
      List.of("conformance", "compare", "quantised", "lora", "real", "demo", "broken", "sets");

  /// The command lines for each of these data sets, by name. Each is also run with `--json`.
  static final SequencedMap<String, List<String>> READING = reading();

  /// The command lines by name and data set. Each is also run with `--json`.
  static final SequencedMap<String, List<String>> BY_NAME = byName();

  /// The command lines by name and data set that are run in one form, with or without `--json`.
  static final SequencedMap<String, List<String>> ONE_FORM = oneForm();

  private GoldenCommands() {}

  private static SequencedMap<String, List<String>> oneForm() {
    SequencedMap<String, List<String>> all = new LinkedHashMap<>();
    for (String dataSet : DATA_SETS) {
      put(all, "survey." + dataSet, "survey --json --out stats.jsonl --values stats .");
    }
    put(all, "files.conformance", "check --json {}");
    put(all, "repair.conformance", "repair --json --out repaired-{n} {invalid/}");
    put(all, "salvage.conformance", "salvage --json --out salvaged-{n} {invalid/}");
    put(all, "cases.quantised", "{cases}");
    List<String> help =
        new ArrayList<>(List.of("--help", "help", "completion bash", "completion zsh"));
    Stream<String> inGroups =
        Stream.of(
            "metadata show",
            "metadata set",
            "metadata unset",
            "metadata apply",
            "metadata import",
            "metadata export",
            "manifest write",
            "manifest check",
            "index write");
    Stream.concat(Program.NAMES.stream(), inGroups).forEach(name -> help.add("help " + name));
    all.put("help.empty", help);
    return all;
  }

  private static SequencedMap<String, List<String>> byName() {
    SequencedMap<String, List<String>> all = new LinkedHashMap<>();
    addReading(all);
    addComparisons(all);
    addWriting(all);
    addEdits(all);
    addRescue(all);
    return all;
  }

  private static SequencedMap<String, List<String>> reading() {
    SequencedMap<String, List<String>> all = new LinkedHashMap<>();
    put(all, "check", "check .");
    put(all, "check-values", "check --values .");
    put(all, "info", "info .");
    put(all, "info-summary", "info --summary .");
    put(all, "stats", "stats .");
    put(all, "metadata-show", "metadata show .");
    put(all, "hash", "hash .");
    put(all, "verify", "verify .");
    put(all, "quantization", "quantization .");
    put(all, "duplicates", "duplicates .");
    put(all, "lora", "lora **");
    return all;
  }

  private static void put(Map<String, List<String>> all, String name, String... commands) {
    all.put(name, List.of(commands));
  }

  private static void addReading(Map<String, List<String>> all) {
    for (String dataSet : List.of("compare", "lora", "demo", "broken", "sets")) {
      put(all, "watch." + dataSet, "watch --once --values .");
    }
    for (String dataSet : List.of("compare", "lora", "real", "demo", "broken", "sets")) {
      put(all, "library." + dataSet, "library .");
    }
    for (String dataSet : List.of("quantised", "demo", "broken")) {
      put(all, "stats-dequantized." + dataSet, "stats --dequantized .");
    }
    for (String dataSet : List.of("compare", "demo", "sets")) {
      put(
          all,
          "survey-options." + dataSet,
          "survey --out none.jsonl .",
          "survey --out health.jsonl --values health .",
          "survey --out part.jsonl --part 1/3 .",
          "survey --out part.jsonl --resume .",
          "survey --out part.jsonl .");
    }
    put(
        all,
        "options.demo",
        "check --threads 1 --values nan-and-inf.safetensors",
        "check healthy-sharded/model.safetensors.index.json truncated.safetensors gone",
        "stats --threads 3 --tensor encoder.0.weight nan-and-inf.safetensors",
        "stats --tensor model.norm.weight --tensor lm_head.weight healthy-sharded",
        "stats --tensor gone healthy-sharded",
        "info --yes healthy-sharded/model.safetensors.index.json",
        "watch --values .",
        "library gone nan-and-inf.safetensors healthy-sharded",
        "screenshot --out picture.png nan-and-inf.safetensors",
        "screenshot --out picture.png --pane none nan-and-inf.safetensors",
        "screenshot --out picture.png gone",
        "demo .",
        "demo truncated.safetensors");
    put(all, "demo.empty", "demo new/samples", "demo new/samples", "library", "library new");
    put(
        all,
        "library.hub",
        "library",
        "library hub",
        "library hub/models--acme--single-01",
        "verify hub",
        "verify hub/models--acme--corrupted",
        "check hub",
        "check hub/models--acme--set-1",
        "survey --out hub.jsonl hub",
        "metadata set --entry k=v hub/models--acme--single-01",
        "metadata set --entry k=v --edit-cache hub/models--acme--single-01",
        "verify hub/models--acme--single-01");
    put(
        all,
        "verify.signed",
        "verify model",
        "verify model/a.safetensors",
        "verify --public-key key.pem model",
        "verify --public-key key.pem --ignore-unsigned-files model",
        "verify --public-key key.pem --signature model/model.sig model/b.safetensors",
        "verify --public-key gone.pem model",
        "verify --public-key model/config.json model",
        "verify --certificate-chain key.pem model",
        "verify --signature key.pem model");
    put(
        all,
        "wrong.demo",
        "check",
        "check ''",
        "check --what x",
        "check --threads 0 x",
        "chekc x",
        "compare demo",
        "compare --tolerance x a b",
        "compare --map x a b",
        "export truncated.safetensors",
        "export --format tiff --tensor t --out o truncated.safetensors",
        "export --format npy --tensor t --out o truncated.safetensors",
        "survey .",
        "survey --out t.jsonl --part 3/3 .",
        "survey --out t.safetensors .",
        "survey --out t.jsonl gone",
        "metadata set truncated.safetensors",
        "metadata set --entry k truncated.safetensors",
        "metadata apply --preset none truncated.safetensors",
        "metadata what truncated.safetensors",
        "index write gone",
        "recover --old --new truncated.safetensors",
        "lora --base gone rich-metadata.safetensors",
        "verify --original x truncated.safetensors");
  }

  private static void addComparisons(Map<String, List<String>> all) {
    put(all, "cases.compare", "{cases}");
    put(all, "cases.lora", "{cases}");
    put(
        all,
        "options.compare",
        "compare --structure dtypes/a.safetensors dtypes/b.safetensors",
        "compare --dequantized --threads 2 one-bit/a.safetensors one-bit/b.safetensors",
        "compare set resharded single/model.safetensors",
        "compare single single",
        "compare --report report.html special/a.safetensors special/b.safetensors",
        "compare --report report.html special/a.safetensors special/b.safetensors",
        "compare --force --report report.html renamed/a.safetensors renamed/b.safetensors",
        "compare --lora shapes/a.safetensors shapes/b.safetensors");
    put(
        all,
        "compare.real",
        "compare fluxml-single/model.safetensors fluxml-single/model.numpy.safetensors",
        "compare fluxml-sharded fluxml-single/model.safetensors",
        "compare --structure fluxml-sharded silero",
        "lora cloneofsimo-lora",
        "lora sam-lora",
        "compare --lora cloneofsimo-lora sam-lora");
    put(
        all,
        "compare.quantised",
        "compare gptq4 gptq4_act",
        "compare --dequantized gptq4 gptq4_act",
        "compare --dequantized mlx4 mlx6",
        "compare --dequantized bad_scale_nan bad_scale_inf");
    put(
        all,
        "compare.demo",
        "compare healthy-sharded nan-and-inf.safetensors",
        "compare nan-and-inf.safetensors nan-and-inf.safetensors",
        "compare truncated.safetensors nan-and-inf.safetensors",
        "compare --lora rich-metadata.safetensors rich-metadata.safetensors");
    put(all, "compare.sets", "compare good size", "compare good misplaced", "compare good pair");
  }

  private static void addWriting(Map<String, List<String>> all) {
    String nan = " nan-and-inf.safetensors";
    String weight = "export --tensor encoder.0.weight --out w";
    String small = "export --tensor encoder.3.weight --out s";
    put(
        all,
        "export.demo",
        weight + ".npy --format npy" + nan,
        weight + ".npy --format npy" + nan,
        weight + ".npy --format npy --force" + nan,
        weight + ".csv --format csv" + nan,
        weight + ".raw --format raw" + nan,
        weight + ".png --format png" + nan,
        weight + ".safetensors --format safetensors" + nan,
        weight + "-none.safetensors --format safetensors --metadata none" + nan,
        small + ".npy --format npy" + nan,
        small + "-f32.npy --format npy --as f32" + nan,
        small + "-raw.npy --format npy --as raw" + nan,
        small + ".csv --format csv" + nan,
        small + ".png --format png" + nan,
        "export --format csv --tensor positions.rotary --out complex.csv" + nan,
        "export --format csv --tensor steps --out scalar.csv" + nan,
        "export --format npy --tensor steps --tensor positions.ids --out many" + nan,
        "export --format npy --tensor gone --out gone.npy" + nan,
        "export --format safetensors --tensor lm_head.weight --tensor model.norm.weight"
            + " --out part.safetensors healthy-sharded",
        "export --format raw --tensor decoder.blocks.4.conv.weight --out cut.raw"
            + " truncated.safetensors",
        "export --format raw --partial --tensor decoder.blocks.4.conv.weight --out cut.raw"
            + " truncated.safetensors",
        "export --format raw --tensor decoder.blocks.0.conv.bias --out whole.raw"
            + " truncated.safetensors",
        "export --force --format npy --tensor steps --out rich-metadata.safetensors" + nan);
    put(
        all,
        "manifest.demo",
        "manifest write healthy-sharded",
        "manifest write healthy-sharded",
        "manifest write --force healthy-sharded",
        "manifest check healthy-sharded",
        "manifest write nan-and-inf.safetensors",
        "manifest check nan-and-inf.safetensors",
        "manifest write --out cut.json truncated.safetensors",
        "manifest check --manifest cut.json truncated.safetensors",
        "metadata set --entry k=v nan-and-inf.safetensors",
        "manifest check nan-and-inf.safetensors",
        "manifest check --manifest cut.json rich-metadata.safetensors",
        "manifest check rich-metadata.safetensors",
        "manifest check --manifest healthy-sharded/model.safetensors.index.json"
            + " rich-metadata.safetensors");
    for (String dataSet : List.of("real", "sets")) {
      put(
          all,
          "manifest." + dataSet,
          "manifest write --out all.json .",
          "manifest check --manifest all.json .");
    }
    put(
        all,
        "manifest.compare",
        "manifest write --out m.json set",
        "manifest check --manifest m.json resharded");
    put(
        all,
        "index.sets",
        Stream.of(
                "good",
                "no-index",
                "size",
                "misplaced",
                "unlisted",
                "absent",
                "unsafe",
                "text",
                "twice",
                "incomplete",
                "incomplete-no-index",
                "cut",
                "pair")
            .flatMap(
                name ->
                    Stream.of(
                        "index write --dry-run " + name,
                        "index write " + name,
                        "index write --force --keep-old " + name))
            .toArray(String[]::new));
    put(
        all,
        "index.conformance",
        Stream.of(
                "absolute_path",
                "corrupt_shard",
                "diffusers_name",
                "index_not_json",
                "lfs_pointer_shard",
                "ok",
                "path_traversal",
                "same_tensor_in_two_shards",
                "weight_map_not_object",
                "weight_map_value_not_string")
            .flatMap(
                name ->
                    Stream.of(
                        "index write --dry-run sharded/" + name,
                        "index write --force sharded/" + name))
            .toArray(String[]::new));
    put(
        all,
        "index.demo",
        "index write --dry-run healthy-sharded",
        "index write healthy-sharded",
        "index write --name other.safetensors.index.json healthy-sharded",
        "index write --name other healthy-sharded");
  }

  private static void addEdits(Map<String, List<String>> all) {
    put(
        all,
        "metadata.edits",
        "metadata show a.safetensors below",
        "metadata set --dry-run --entry title=New --entry k=v a.safetensors",
        "metadata set --entry title=New --entry 'k=two words' a.safetensors",
        "metadata set --entry title=New a.safetensors",
        "metadata set --strategy in-place --entry title=Newer a.safetensors",
        "metadata set --strategy rewrite --reserve 100 --entry title=Newest a.safetensors",
        "metadata set --in-place-from 0 --entry title=Auto a.safetensors",
        "metadata set --compare --entry title=Compared --strategy rewrite a.safetensors",
        "metadata set --align 4096 a.safetensors",
        "metadata set --room 9000 a.safetensors",
        "metadata set --out copy.safetensors --entry title=Copy a.safetensors",
        "metadata set --out copy.safetensors --entry title=Copy a.safetensors",
        "metadata show copy.safetensors",
        "metadata unset --dry-run --key title a.safetensors",
        "metadata unset --key title --key none a.safetensors",
        "metadata import --dry-run --from map.json a.safetensors",
        "metadata import --merge --from map.json a.safetensors",
        "metadata import --from map.json a.safetensors",
        "metadata import --from bad.json a.safetensors",
        "metadata import --from gone.json a.safetensors",
        "metadata export --to out.json a.safetensors",
        "metadata export --to out.json a.safetensors",
        "metadata export --force --to out.json below/b.safetensors",
        "metadata export --to broken.json broken.safetensors",
        "metadata apply --preset add-format-pt --dry-run .",
        "metadata apply --preset add-format-pt below/b.safetensors",
        "metadata apply --preset recompute-hashes below/b.safetensors",
        "metadata set --entry k=v broken.safetensors set gone",
        "metadata set --entry k=v linked.safetensors",
        "metadata set --entry k=v --edit-links linked.safetensors",
        "metadata set --entry k=w --split-links linked.safetensors",
        "metadata set --entry k=v models--a--b",
        "metadata set --entry k=v --edit-cache models--a--b/blobs/" + "0".repeat(64));
    put(
        all,
        "metadata.demo",
        "metadata apply --preset strip-training-data --dry-run rich-metadata.safetensors",
        "metadata apply --preset strip-training-data --out public.safetensors"
            + " rich-metadata.safetensors",
        "metadata apply --preset strip-all-but-loader-keys rich-metadata.safetensors",
        "metadata apply --preset recompute-hashes rich-metadata.safetensors",
        "metadata set --entry k=v healthy-sharded",
        "metadata export --to map.json nan-and-inf.safetensors",
        "metadata set --entry k=v truncated.safetensors");
    put(all, "metadata.conformance", "metadata set --dry-run --entry k=v .");
    put(all, "metadata.real", "metadata set --entry k=v .", "metadata unset --key k .");
    put(
        all,
        "recover.interrupted",
        "check .",
        "metadata set --entry k=v changed.safetensors",
        "recover --dry-run .",
        "recover half.safetensors",
        "recover --old old.safetensors",
        "recover --new new.safetensors",
        "recover --keep keep.safetensors",
        "recover elsewhere.safetensors",
        "recover --other-host elsewhere.safetensors",
        "recover changed.safetensors whole.safetensors gone.safetensors",
        "recover .",
        "recover .");
  }

  private static void addRescue(Map<String, List<String>> all) {
    for (String dataSet : List.of("broken", "demo")) {
      put(all, "repair." + dataSet, "repair --out repaired-{n} {}");
      put(all, "salvage." + dataSet, "salvage --out salvaged-{n} {}");
    }
    put(
        all,
        "repair-in-place.broken",
        "repair --dry-run {}",
        "repair {}",
        "repair --strategy in-place whole.safetensors");
    put(
        all,
        "salvage-options.demo",
        "salvage --dry-run --out new.safetensors truncated.safetensors",
        "salvage --out new.safetensors truncated.safetensors",
        "salvage --out new.safetensors truncated.safetensors",
        "salvage --force --out new.safetensors truncated.safetensors",
        "salvage --out whole.safetensors healthy-sharded",
        "check new.safetensors");
  }
}
