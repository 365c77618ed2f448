import java.util.List;
import java.util.Locale;

/** Characters that n-grams may be made of; every other one ends a token. All of them when none are named. */
final class TokenCharacters {
    private final List<String> kinds;
    private final String custom;

    TokenCharacters(List<String> kinds, String custom) {
        this.kinds = kinds.stream().map(kind -> kind.toLowerCase(Locale.ROOT)).toList();
        this.custom = custom;
        // So that an unknown kind is told when the index is made.
        contain('a');
    }

    boolean contain(int character) {
        boolean found = kinds.isEmpty();
        for (String kind : kinds) found |= isOf(kind, character);
        return found;
    }

    private boolean isOf(String kind, int character) {
        return switch (kind) {
            case "letter" -> Character.isLetter(character);
            case "digit" -> Character.isDigit(character);
            case "whitespace" -> Character.isWhitespace(character);
            case "punctuation" -> isPunctuation(character);
            case "symbol" -> isSymbol(character);
            case "custom" -> custom.indexOf(character) >= 0;
            default -> throw new IllegalArgumentException("Unknown token type: '" + kind + "'");
        };
    }

    private static boolean isPunctuation(int character) {
        return switch (Character.getType(character)) {
            case Character.START_PUNCTUATION, Character.END_PUNCTUATION, Character.OTHER_PUNCTUATION, Character.CONNECTOR_PUNCTUATION,
                Character.DASH_PUNCTUATION, Character.INITIAL_QUOTE_PUNCTUATION, Character.FINAL_QUOTE_PUNCTUATION -> true;
            default -> false;
        };
    }

    private static boolean isSymbol(int character) {
        return switch (Character.getType(character)) {
            case Character.CURRENCY_SYMBOL, Character.MATH_SYMBOL, Character.OTHER_SYMBOL -> true;
            default -> false;
        };
    }
}
