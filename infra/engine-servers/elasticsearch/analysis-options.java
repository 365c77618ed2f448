import java.io.Reader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingCharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

/** The options of one tokenizer or filter as an index declares it. Those that nobody asks for are refused: an error is better than a wrong pass. */
final class AnalysisOptions {
    record Range(int min, int max) {
        /** @throws IllegalArgumentException in the server's words */
        Range within(int most) {
            if (max - min <= most) return this;
            throw new IllegalArgumentException(
                "The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: [" + most + "] but was [" + (max - min)
                    + "]. This limit can be set by changing the [index.max_ngram_diff] index level setting."
            );
        }
    }

    private final IndexSettings index;
    private final String name;
    private final Settings settings;
    private final Set<String> asked = new HashSet<>(Set.of("type"));

    private AnalysisOptions(IndexSettings index, String name, Settings settings) {
        this.index = index;
        this.name = name;
        this.settings = settings;
    }

    static AnalysisProvider<TokenizerFactory> tokenizer(Function<AnalysisOptions, Supplier<Tokenizer>> making) {
        return (index, environment, name, settings) -> TokenizerFactory.newFactory(name, made(index, name, settings, making));
    }

    static AnalysisProvider<TokenFilterFactory> filter(Function<AnalysisOptions, UnaryOperator<TokenStream>> making) {
        return (index, environment, name, settings) -> {
            UnaryOperator<TokenStream> filter = made(index, name, settings, making);
            return new AbstractTokenFilterFactory(name, settings) {
                @Override
                public TokenStream create(TokenStream tokens) {
                    return filter.apply(tokens);
                }
            };
        };
    }

    /** A filter that makes one token of one, and may therefore stand in a normalizer. */
    static AnalysisProvider<TokenFilterFactory> normalizing(Function<AnalysisOptions, UnaryOperator<TokenStream>> making) {
        return (index, environment, name, settings) -> {
            UnaryOperator<TokenStream> filter = made(index, name, settings, making);
            return new Normalizing(name, settings, filter, filter);
        };
    }

    static AnalysisProvider<TokenFilterFactory> folding() {
        return (index, environment, name, settings) -> {
            boolean original = made(index, name, settings, options -> options.flag("preserve_original"));
            UnaryOperator<TokenStream> filter = tokens -> new ASCIIFoldingFilter(tokens, original);
            // What is normalized stays one token, without its original.
            return new Normalizing(name, settings, filter, tokens -> new ASCIIFoldingFilter(tokens, false));
        };
    }

    static AnalysisProvider<CharFilterFactory> charFilter(Function<AnalysisOptions, UnaryOperator<Reader>> making) {
        return (index, environment, name, settings) -> {
            UnaryOperator<Reader> filter = made(index, name, settings, making);
            return new NormalizingCharFilterFactory() {
                @Override
                public String name() {
                    return name;
                }

                @Override
                public Reader create(Reader text) {
                    return filter.apply(text);
                }
            };
        };
    }

    private static <T> T made(IndexSettings index, String name, Settings settings, Function<AnalysisOptions, T> making) {
        AnalysisOptions options = new AnalysisOptions(index, name, settings);
        T result = making.apply(options);
        Set<String> unknown = new HashSet<>();
        // A list has a key for each of its entries.
        for (String key : settings.keySet()) unknown.add(key.replaceFirst("\\.\\d+$", ""));
        unknown.removeAll(options.asked);
        // What the server itself says of the index.
        unknown.removeIf(key -> key.startsWith("index."));
        if (!unknown.isEmpty()) throw new IllegalArgumentException("[" + name + "] has options that are not supported here: " + unknown);
        return result;
    }

    int number(String key, int whenUnset) {
        asked.add(key);
        return settings.getAsInt(key, whenUnset);
    }

    boolean flag(String key) {
        return flag(key, false);
    }

    boolean flag(String key, boolean whenUnset) {
        asked.add(key);
        return settings.getAsBoolean(key, whenUnset);
    }

    String text(String key, String whenUnset) {
        asked.add(key);
        return settings.get(key, whenUnset);
    }

    List<String> list(String key) {
        asked.add(key);
        return settings.getAsList(key);
    }

    Pattern pattern() {
        String pattern = text("pattern", null);
        if (pattern == null) throw new IllegalArgumentException("pattern is missing for [" + name + "]");
        return Pattern.compile(pattern);
    }

    Range grams(int min, int max) {
        return new Range(number("min_gram", min), number("max_gram", max));
    }

    TokenCharacters tokenCharacters() {
        return new TokenCharacters(list("token_chars"), text("custom_token_chars", ""));
    }

    int maxNgramDiff() {
        return index.getMaxNgramDiff();
    }

    private static final class Normalizing extends AbstractTokenFilterFactory implements NormalizingTokenFilterFactory {
        private final UnaryOperator<TokenStream> filter;
        private final UnaryOperator<TokenStream> normalizer;

        Normalizing(String name, Settings settings, UnaryOperator<TokenStream> filter, UnaryOperator<TokenStream> normalizer) {
            super(name, settings);
            this.filter = filter;
            this.normalizer = normalizer;
        }

        @Override
        public TokenStream create(TokenStream tokens) {
            return filter.apply(tokens);
        }

        @Override
        public TokenStream normalize(TokenStream tokens) {
            return normalizer.apply(tokens);
        }
    }
}
