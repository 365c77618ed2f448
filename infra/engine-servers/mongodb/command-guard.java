import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * What stands between the wire and the library. The library alone tears reads and loses acknowledged writes under concurrency;
 * here one command runs at a time. What it would accept and then get wrong is refused, because an error is better than a wrong pass.
 */
final class CommandGuard {
    interface Library {
        Document run(String name, Document command);
    }

    private static final Set<String> WRITES = Set.of(
        "insert", "update", "delete", "findAndModify", "findandmodify", "aggregate", "create", "createIndexes", "drop", "dropDatabase", "dropIndexes",
        "renameCollection", "collMod"
    );
    private static final Set<String> SESSIONS = Set.of("startSession", "refreshSessions", "endSessions");

    private final Runnable commit;

    /** `commit` makes what was written durable; it runs before the reply to a write. */
    CommandGuard(Runnable commit) {
        this.commit = commit;
    }

    Document run(String name, Document command, Library library) {
        if (name.equalsIgnoreCase("hello") || name.equalsIgnoreCase("isMaster")) return hello(command, library);
        // As a standalone server answers; the library would run the statement outside of any transaction without a word.
        if (command.containsKey("txnNumber")) throw refusal(20, "IllegalOperation", "Transaction numbers are only allowed on a replica set member or mongos");
        if (SESSIONS.contains(name)) return new Document("ok", 1.0);
        refuseWhatGoesWrong(command);
        return oneAtATime(name, command, library);
    }

    /** The library knows only the older name. */
    private static Document hello(Document command, Library library) {
        Document reply = library.run("isMaster", command);
        reply.put("isWritablePrimary", true);
        reply.put("helloOk", true);
        reply.put("logicalSessionTimeoutMinutes", 30);
        return reply;
    }

    private synchronized Document oneAtATime(String name, Document command, Library library) {
        try {
            Document reply = switch (name) {
                case "update" -> inOrder(name, "updates", command, library);
                case "delete" -> inOrder(name, "deletes", command, library);
                case "insert" -> countedInsert(command, library);
                default -> library.run(name, command);
            };
            // The reply holds the library's own documents, which the next command may change while this one is being sent.
            return reply.cloneDeeply();
        } finally {
            if (WRITES.contains(name)) commit.run();
        }
    }

    private static boolean isOrdered(Document command) {
        return !Boolean.FALSE.equals(command.get("ordered"));
    }

    /** The library reports all documents as inserted when some were not. */
    private static Document countedInsert(Document command, Library library) {
        Document reply = library.run("insert", command);
        List<Object> errors = list(reply, "writeErrors");
        if (errors.isEmpty()) return reply;
        int asked = list(command, "documents").size();
        reply.put("n", isOrdered(command) ? ((Document) errors.get(0)).get("index") : (Object) (asked - errors.size()));
        return reply;
    }

    /** Statement by statement: the library goes on after an error also where the order counts. */
    private static Document inOrder(String name, String key, Document command, Library library) {
        List<Object> statements = list(command, key);
        if (statements.size() < 2 || !isOrdered(command)) return library.run(name, command);
        int matched = 0;
        int modified = 0;
        List<Object> upserted = new ArrayList<>();
        List<Object> errors = new ArrayList<>();
        for (int index = 0; index < statements.size() && errors.isEmpty(); index++) {
            command.put(key, List.of(statements.get(index)));
            Document reply = library.run(name, command);
            matched += number(reply, "n");
            modified += number(reply, "nModified");
            upserted.addAll(at(index, list(reply, "upserted")));
            errors.addAll(at(index, list(reply, "writeErrors")));
        }
        Document reply = new Document("n", matched);
        if (key.equals("updates")) reply.put("nModified", modified);
        if (!upserted.isEmpty()) reply.put("upserted", upserted);
        if (!errors.isEmpty()) reply.put("writeErrors", errors);
        reply.put("ok", 1.0);
        return reply;
    }

    private static List<Object> at(int index, List<Object> results) {
        for (Object result : results) ((Document) result).put("index", index);
        return results;
    }

    private static int number(Document reply, String key) {
        return reply.get(key) instanceof Number number ? number.intValue() : 0;
    }

    private static List<Object> list(Document document, String key) {
        return document.get(key) instanceof Collection<?> values ? new ArrayList<>(values) : List.of();
    }

    private static void refuseWhatGoesWrong(Document command) {
        refuseCollation(command);
        for (String key : List.of("updates", "deletes", "indexes")) for (Object part : list(command, key)) refuseCollation((Document) part);
        for (Object index : list(command, "indexes")) refuseIndex((Document) index);
    }

    private static void refuseCollation(Document part) {
        if (part.containsKey("collation")) throw refusal(2, "BadValue", "collation is not supported here");
    }

    private static void refuseIndex(Document index) {
        if (index.containsKey("partialFilterExpression")) throw refusal(67, "CannotCreateIndex", "partial indexes are not supported here");
        if (index.containsKey("expireAfterSeconds")) throw refusal(67, "CannotCreateIndex", "expiry is not supported here");
        boolean wildcard = ((Document) index.get("key")).keySet().stream().anyMatch(field -> field.contains("$"));
        if (wildcard) throw refusal(67, "CannotCreateIndex", "wildcard indexes are not supported here");
    }

    private static MongoServerError refusal(int code, String name, String message) {
        return new MongoServerError(code, name, message);
    }
}
