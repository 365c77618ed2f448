#!/usr/bin/env bash
# A tool call's id in OpenAI's chat completions is an opaque string that goes back with the result, so one expects any id to do.
# Mistral's own package for requests refuses every id that is not exactly nine letters or digits, for its tokenizers from the third to the
# eleventh; the first ones and those since the thirteenth take any. An id as OpenAI itself makes it is refused there, and so is a UUID. A planner that renames calls, or a conversation that began with another
# provider, fails with its second request, the first one that holds a call. Nine letters and digits are taken everywhere.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check mistral-common==1.13.1
cat > "$folder/run.py" <<'PY'
from mistral_common.protocol.instruct.messages import AssistantMessage, ToolMessage, UserMessage
from mistral_common.protocol.instruct.request import ChatCompletionRequest
from mistral_common.protocol.instruct.tool_calls import FunctionCall, ToolCall
import mistral_common.protocol.instruct.validator as validator

def conversation(call_id):
    call = ToolCall(id=call_id, function=FunctionCall(name="lookup_location", arguments='{"query":"Sintra"}'))
    result = ToolMessage(tool_call_id=call_id, name="lookup_location", content="[]")
    return ChatCompletionRequest(messages=[UserMessage(content="Where is Sintra?"), AssistantMessage(content=None, tool_calls=[call]), result])

ids = {"of OpenAI": "call_9pXcQ2ZkT0aBvN5uLr7Wd1Ef", "a UUID": "0190f3c2-7b1e-7c55-9a7e-3d0f5d5c1b11", "nine letters": "aB3dE5gH7"}
names = ["MistralRequestValidator", "MistralRequestValidatorV3", "MistralRequestValidatorV5", "MistralRequestValidatorV11", "MistralRequestValidatorV13", "MistralRequestValidatorV15"]
strict = {"MistralRequestValidatorV3", "MistralRequestValidatorV5", "MistralRequestValidatorV11"}
seen = {}
for name in names:
    check = getattr(validator, name)(validator.ValidationMode.test)
    for kind, call_id in ids.items():
        try:
            check.validate_request(conversation(call_id))
            outcome = "taken"
        except Exception as error:
            outcome = type(error).__name__
        seen[name, kind] = outcome
        print(f"{name}: an id {kind} is {outcome}")
expected = {
    (name, kind): "InvalidFunctionCallException" if name in strict and kind != "nine letters" else "taken" for name in names for kind in ids
}
assert seen == expected, "The behaviour has changed"
PY
echo "mistral-common 1.13.1; expected: every id is taken"
"$folder/venv/bin/python" "$folder/run.py"
echo "Behaviour as recorded on 2026-11-29."
