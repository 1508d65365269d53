package io.straggler.benchmarks.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * All cases of a seed, by number: a crafted file, three mutants, another crafted file and so on, and mutants without end when each crafted file
 * was read by its commands. A number always is the same case as long as the seed files are. Crafted files come in the order that the seed
 * shuffles them in, because the time may be over before the last.
 */
final class Cases {
    /** Word of the command line for all formats. */
    static final String ALL_FORMATS = "all";

    private static final int MAX_MUTATIONS = 3;

    /** Number of cases among which one is a crafted file, while there are any. */
    private static final int CRAFTED_ONE_IN = 4;

    /** Part of a usual size in a short check. */
    private static final int QUICK = 8;

    /** Commands for each crafted file of one format; other commands differ in what they write alone. */
    private static final int COMMANDS_OF_CRAFTED = 3;

    private final Path corpus;
    private final long seed;
    private final List<FuzzCase> first = new ArrayList<>();
    private final List<Format> mutated;

    /**
     * Cases of one format or all.
     *
     * @param only label of a format
     * @param quick whether crafted files are small and read by one command each
     */
    Cases(Path corpus, long seed, String only, boolean quick) {
        this.corpus = corpus;
        this.seed = seed;
        List<Format> wanted = Arrays.stream(Format.values())
                .filter(format -> only.equals(ALL_FORMATS) || format.label().equals(only))
                .toList();
        mutated = wanted.stream()
                .filter(format -> format.place() != Format.Place.WHOLE_FOLDER)
                .toList();
        List<Crafted> crafted = new ArrayList<>(CraftedFolders.all());
        crafted.addAll(CraftedTexts.all());
        crafted.addAll(CraftedRecordings.all());
        crafted.removeIf(one -> !wanted.contains(one.format()));
        Collections.shuffle(crafted, new Random(seed));
        for (int command = 0; command < (quick ? 1 : COMMANDS_OF_CRAFTED); command++) {
            for (Crafted one : crafted) {
                if (command < one.format().commands().size()) {
                    first.add(crafted(one, command, quick));
                }
            }
        }
    }

    private FuzzCase crafted(Crafted crafted, int command, boolean quick) {
        return new FuzzCase(
                0,
                crafted.format(),
                "crafted",
                crafted.name(),
                crafted.format().commands().get(command),
                crafted.content(),
                quick ? Math.max(1, crafted.size() / QUICK) : crafted.size(),
                crafted.grows() && !quick,
                corpus);
    }

    /** Number of cases; of mutants there is no end. */
    int count() {
        return mutated.isEmpty() ? first.size() : Integer.MAX_VALUE;
    }

    FuzzCase get(int number) {
        if (mutated.isEmpty()) {
            return first.get(number).numbered(number);
        }
        int index = number / CRAFTED_ONE_IN;
        return number % CRAFTED_ONE_IN == 0 && index < first.size()
                ? first.get(index).numbered(number)
                : mutant(number);
    }

    private FuzzCase mutant(int number) {
        SplittableRandom random = random(seed, number);
        Format format = mutated.get(random.nextInt(mutated.size()));
        List<String> commands = format.commands();
        // The first is the one that reads most.
        String command = commands.get(random.nextBoolean() ? 0 : random.nextInt(commands.size()));
        return new FuzzCase(
                number,
                format,
                "mutants",
                "mutant",
                command,
                (file, beside, size) -> Files.write(file, mutant(format, random(seed, ~number), file)),
                1,
                false,
                corpus);
    }

    private static SplittableRandom random(long seed, int number) {
        return new SplittableRandom(new SplittableRandom(seed).nextLong() + number * 0x9E3779B97F4A7C15L);
    }

    private byte[] mutant(Format format, SplittableRandom random, Path target) throws IOException {
        byte[] bytes = Files.readAllBytes(seedFile(format));
        for (int left = 1 + random.nextInt(MAX_MUTATIONS); left > 0; left--) {
            bytes = mutate(format, bytes, random);
        }
        return format == Format.UNFINISHED ? placed(bytes, target.resolveSibling("repository")) : bytes;
    }

    /** Bytes after one change by any of the mutators of a format; the same bytes where an earlier change has left no structure that this one could change. */
    static byte[] mutate(Format format, byte[] bytes, SplittableRandom random) {
        List<List<Mutator>> kinds = format.mutators();
        // The last kind changes bytes, which mostly ends in the first lines of a reader.
        List<Mutator> kind = kinds.get(random.nextInt(4) == 0 ? kinds.size() - 1 : random.nextInt(kinds.size()));
        Mutator mutator = kind.get(random.nextInt(kind.size()));
        try {
            return mutator.mutate(bytes, random);
        } catch (IndexOutOfBoundsException
                | IllegalArgumentException
                | ArithmeticException
                | NegativeArraySizeException e) {
            return bytes;
        }
    }

    private Path seedFile(Format format) {
        return format.place() == Format.Place.FILE || format == Format.UNFINISHED
                ? corpus.resolve(format.fileName())
                : corpus.resolve(Format.RUN_FOLDER.fileName()).resolve(format.fileName());
    }

    /** The text of an unfinished run, with the place of its folder. */
    private static byte[] placed(byte[] bytes, Path repository) {
        return TextMutators.latin(TextMutators.text(bytes).replace(Seeds.REPOSITORY, repository.toString()));
    }

    /** The cases of a file or a folder that was kept, or of any other file: all commands of its format. */
    static List<FuzzCase> replayed(Path file, Path corpus) {
        try {
            for (Path folder = file.toAbsolutePath(); folder != null; folder = folder.getParent()) {
                if (FuzzCase.kept(folder)) {
                    return List.of(FuzzCase.of(folder, corpus));
                }
            }
            Format format = Format.ofFile(file.getFileName().toString())
                    .orElseThrow(() -> new IllegalArgumentException(
                            "--replay must be a folder that was kept, or a file named like a seed: replay=" + file));
            List<FuzzCase> cases = new ArrayList<>();
            byte[] bytes = Files.readAllBytes(file);
            for (String command : format.commands()) {
                cases.add(new FuzzCase(
                        cases.size(),
                        format,
                        "replayed",
                        file.getFileName().toString(),
                        command,
                        (target, beside, size) -> Files.write(target, bytes),
                        1,
                        false,
                        corpus));
            }
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
