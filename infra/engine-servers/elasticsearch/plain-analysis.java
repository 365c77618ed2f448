import static java.util.Map.entry;

import java.io.Reader;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.core.LetterTokenizer;
import org.apache.lucene.analysis.core.LowerCaseFilter;
import org.apache.lucene.analysis.core.UpperCaseFilter;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.miscellaneous.TrimFilter;
import org.apache.lucene.analysis.miscellaneous.TruncateTokenFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenizer;
import org.apache.lucene.analysis.ngram.NGramTokenFilter;
import org.apache.lucene.analysis.ngram.NGramTokenizer;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceFilter;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.PreConfiguredCharFilter;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.PreConfiguredTokenizer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Tokenizers and filters that belong to no language. The distribution has them in its module analysis-common, which is not published;
 * here they have the same names, options and defaults over the same classes of Lucene. An option that is not known here is refused.
 */
final class PlainAnalysis {
    private static final int TRUNCATED_LENGTH = 10;

    private PlainAnalysis() {}

    /** Public in the eyes of the machine, because the server makes it by reflection. */
    public static final class Module extends Plugin implements AnalysisPlugin {
        @Override
        public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
            return Map.ofEntries(
                entry("keyword", AnalysisOptions.tokenizer(options -> KeywordTokenizer::new)),
                entry("whitespace", AnalysisOptions.tokenizer(options -> WhitespaceTokenizer::new)),
                entry("letter", AnalysisOptions.tokenizer(options -> LetterTokenizer::new)),
                entry("ngram", AnalysisOptions.tokenizer(PlainAnalysis::ngrams)),
                entry("edge_ngram", AnalysisOptions.tokenizer(PlainAnalysis::beginnings))
            );
        }

        @Override
        public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
            return Map.ofEntries(
                entry("lowercase", AnalysisOptions.normalizing(options -> LowerCaseFilter::new)),
                entry("uppercase", AnalysisOptions.normalizing(options -> UpperCaseFilter::new)),
                entry("trim", AnalysisOptions.normalizing(options -> TrimFilter::new)),
                entry("asciifolding", AnalysisOptions.folding()),
                entry("pattern_replace", AnalysisPlugin.requiresAnalysisSettings(AnalysisOptions.normalizing(PlainAnalysis::replacedTokens))),
                entry("ngram", AnalysisOptions.filter(PlainAnalysis::ngramsOfTokens)),
                entry("edge_ngram", AnalysisOptions.filter(PlainAnalysis::beginningsOfTokens)),
                entry("remove_duplicates", AnalysisOptions.filter(options -> RemoveDuplicatesTokenFilter::new)),
                entry("truncate", AnalysisOptions.filter(PlainAnalysis::truncated)),
                entry("length", AnalysisOptions.filter(PlainAnalysis::ofLength))
            );
        }

        @Override
        public Map<String, AnalysisProvider<CharFilterFactory>> getCharFilters() {
            return Map.of(
                "html_strip", AnalysisOptions.charFilter(options -> HTMLStripCharFilter::new),
                "mapping", AnalysisPlugin.requiresAnalysisSettings(AnalysisOptions.charFilter(PlainAnalysis::mapped)),
                "pattern_replace", AnalysisPlugin.requiresAnalysisSettings(AnalysisOptions.charFilter(PlainAnalysis::replaced))
            );
        }

        @Override
        public List<PreConfiguredTokenizer> getPreConfiguredTokenizers() {
            return List.of(
                PreConfiguredTokenizer.singleton("keyword", KeywordTokenizer::new),
                PreConfiguredTokenizer.singleton("whitespace", WhitespaceTokenizer::new),
                PreConfiguredTokenizer.singleton("letter", LetterTokenizer::new),
                PreConfiguredTokenizer.singleton("ngram", NGramTokenizer::new),
                PreConfiguredTokenizer.singleton("edge_ngram", () -> new EdgeNGramTokenizer(1, 2))
            );
        }

        @Override
        public List<PreConfiguredTokenFilter> getPreConfiguredTokenFilters() {
            return List.of(
                PreConfiguredTokenFilter.singleton("asciifolding", true, ASCIIFoldingFilter::new),
                PreConfiguredTokenFilter.singleton("uppercase", true, UpperCaseFilter::new),
                PreConfiguredTokenFilter.singleton("trim", true, TrimFilter::new),
                PreConfiguredTokenFilter.singleton("remove_duplicates", false, RemoveDuplicatesTokenFilter::new),
                PreConfiguredTokenFilter.singleton("truncate", false, tokens -> new TruncateTokenFilter(tokens, TRUNCATED_LENGTH)),
                PreConfiguredTokenFilter.singleton("ngram", false, false, tokens -> new NGramTokenFilter(tokens, 1, 2, false)),
                PreConfiguredTokenFilter.singleton("edge_ngram", false, false, tokens -> new EdgeNGramTokenFilter(tokens, 1, 1, false))
            );
        }

        @Override
        public List<PreConfiguredCharFilter> getPreConfiguredCharFilters() {
            return List.of(PreConfiguredCharFilter.singleton("html_strip", false, HTMLStripCharFilter::new));
        }
    }

    private static Supplier<Tokenizer> ngrams(AnalysisOptions options) {
        AnalysisOptions.Range grams = options.grams(1, 2).within(options.maxNgramDiff());
        TokenCharacters characters = options.tokenCharacters();
        return () -> new NGramTokenizer(grams.min(), grams.max()) {
            @Override
            protected boolean isTokenChar(int character) {
                return characters.contain(character);
            }
        };
    }

    private static Supplier<Tokenizer> beginnings(AnalysisOptions options) {
        AnalysisOptions.Range grams = options.grams(1, 2);
        TokenCharacters characters = options.tokenCharacters();
        return () -> new EdgeNGramTokenizer(grams.min(), grams.max()) {
            @Override
            protected boolean isTokenChar(int character) {
                return characters.contain(character);
            }
        };
    }

    private static UnaryOperator<TokenStream> ngramsOfTokens(AnalysisOptions options) {
        AnalysisOptions.Range grams = options.grams(1, 2).within(options.maxNgramDiff());
        boolean original = options.flag("preserve_original");
        return tokens -> new NGramTokenFilter(tokens, grams.min(), grams.max(), original);
    }

    private static UnaryOperator<TokenStream> beginningsOfTokens(AnalysisOptions options) {
        AnalysisOptions.Range grams = options.grams(1, 2);
        boolean original = options.flag("preserve_original");
        return tokens -> new EdgeNGramTokenFilter(tokens, grams.min(), grams.max(), original);
    }

    private static UnaryOperator<TokenStream> truncated(AnalysisOptions options) {
        int length = options.number("length", TRUNCATED_LENGTH);
        return tokens -> new TruncateTokenFilter(tokens, length);
    }

    private static UnaryOperator<TokenStream> ofLength(AnalysisOptions options) {
        int min = options.number("min", 0);
        int max = options.number("max", Integer.MAX_VALUE);
        return tokens -> new LengthFilter(tokens, min, max);
    }

    private static UnaryOperator<TokenStream> replacedTokens(AnalysisOptions options) {
        Pattern pattern = options.pattern();
        String replacement = options.text("replacement", "");
        boolean all = options.flag("all", true);
        return tokens -> new PatternReplaceFilter(tokens, pattern, replacement, all);
    }

    private static UnaryOperator<Reader> replaced(AnalysisOptions options) {
        Pattern pattern = options.pattern();
        String replacement = options.text("replacement", "");
        return text -> new PatternReplaceCharFilter(pattern, replacement, text);
    }

    private static UnaryOperator<Reader> mapped(AnalysisOptions options) {
        NormalizeCharMap.Builder rules = new NormalizeCharMap.Builder();
        for (String rule : options.list("mappings")) {
            String[] sides = rule.split("=>", 2);
            if (sides.length < 2 || sides[0].isBlank()) throw new IllegalArgumentException("Invalid Mapping Rule : [" + rule + "]");
            rules.add(sides[0].trim(), sides[1].trim());
        }
        NormalizeCharMap map = rules.build();
        return text -> new MappingCharFilter(map, text);
    }
}
