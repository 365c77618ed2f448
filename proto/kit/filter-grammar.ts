import type { FieldKind, Filter, Scalar } from './filter.ts';

export const maxDepth = 3;
export const maxClauses = 20;
/** Values in one `in` list. */
export const maxValues = 200;

type Refuse = (message: string, path: PropertyKey[]) => void;
type Fields = Readonly<Record<string, FieldKind>>;
type Path = readonly PropertyKey[];

const comparisons = ['ne', 'gt', 'gte', 'lt', 'lte'] as const;
const texts = ['contains', 'startsWith'] as const;
const operatorNames = [...comparisons, ...texts, 'has', 'isNull'] as const;
type Operator = (typeof operatorNames)[number];
const isOperator = (name: string): name is Operator => (operatorNames as readonly string[]).includes(name);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The `filter` of a list: JSON of `{field: value | [values] | {operator: value}, and, or, not}`.
 * Tells `refuse` of everything it does not understand; what it answers then is of no use.
 */
export function parseFilter(json: string, fields: Fields, refuse: Refuse): Filter | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    refuse('Must be JSON', []);
    return null;
  }
  return new Parser(fields, refuse).group(value, [], 1);
}

class Parser {
  private clauses = 0;
  private readonly fields: Fields;
  private readonly refuse: Refuse;
  constructor(fields: Fields, refuse: Refuse) {
    this.fields = fields;
    this.refuse = refuse;
  }

  group(value: unknown, path: Path, depth: number): Filter | null {
    if (!isObject(value)) return this.fail('Must be an object of fields', path);
    if (depth > maxDepth) return this.fail(`Nested too deep; at most ${maxDepth} levels`, path);
    const parts = Object.entries(value).map(([key, inner]) => this.entry(key, inner, [...path, key], depth));
    return this.join('and', parts);
  }

  private entry(key: string, value: unknown, path: Path, depth: number): Filter | null {
    if (key === 'and' || key === 'or') {
      if (!Array.isArray(value) || value.length === 0) return this.fail('Must be a list of conditions', path);
      return this.join(
        key,
        value.map((inner, index) => this.group(inner, [...path, index], depth + 1)),
      );
    }
    if (key === 'not') {
      const of = this.group(value, path, depth + 1);
      return of && { op: 'not', of };
    }
    const kind = Object.hasOwn(this.fields, key) ? this.fields[key] : undefined;
    if (!kind) return this.fail(`Cannot filter by "${key}"; possible: ${Object.keys(this.fields).join(', ')}`, path);
    return this.field(key, kind, value, path);
  }

  private field(field: string, kind: FieldKind, value: unknown, path: Path): Filter | null {
    if (!isObject(value)) return this.plain(field, kind, value, path);
    const parts = Object.entries(value).map(([operator, operand]) =>
      isOperator(operator)
        ? this.operation(field, kind, operator, operand, [...path, operator])
        : this.fail(`Unknown operator "${operator}"; possible: ${operatorNames.join(', ')}`, [...path, operator]),
    );
    return parts.length > 0 ? this.join('and', parts) : this.fail('Name an operator', path);
  }

  private plain(field: string, kind: FieldKind, value: unknown, path: Path): Filter | null {
    this.count(path);
    if (value === null) return { op: 'isNull', field, value: true };
    if (kind === 'set') return this.fail('A list: use {"has": value}', path);
    if (!Array.isArray(value)) return this.scalar(kind, value, path, (scalar) => ({ op: 'eq', field, value: scalar }));
    if (value.length > maxValues) return this.fail(`At most ${maxValues} values`, path);
    const values = value.map((item, index) => this.check(kind, item, [...path, index]));
    return { op: 'in', field, values: values.filter((item) => item !== null) };
  }

  private operation(field: string, kind: FieldKind, operator: Operator, operand: unknown, path: Path): Filter | null {
    this.count(path);
    if (operator === 'isNull')
      return typeof operand === 'boolean' ? { op: operator, field, value: operand } : this.fail('Must be true or false', path);
    if ((operator === 'has') !== (kind === 'set'))
      return this.fail(kind === 'set' ? 'A list: only "has" and "isNull" apply' : '"has" applies to lists only', path);
    if (operator === 'has') return this.scalar('text', operand, path, (value) => ({ op: operator, field, value: String(value) }));
    if (operator === 'contains' || operator === 'startsWith') {
      if (kind !== 'text') return this.fail(`"${operator}" applies to text only`, path);
      return this.scalar(kind, operand, path, (value) => ({ op: operator, field, value: String(value) }));
    }
    return this.scalar(kind, operand, path, (value) => ({ op: operator, field, value }));
  }

  private scalar(kind: FieldKind, value: unknown, path: Path, build: (value: Scalar) => Filter): Filter | null {
    const checked = this.check(kind, value, path);
    return checked === null ? null : build(checked);
  }

  private check(kind: FieldKind, value: unknown, path: Path): Scalar | null {
    if (kind === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : this.fail('Must be a number', path);
    if (kind === 'flag') return typeof value === 'boolean' ? value : this.fail('Must be true or false', path);
    if (typeof value !== 'string' || value.includes('\u0000')) return this.fail('Must be text', path);
    if (kind === 'time') {
      const time = Date.parse(value);
      // Stored times have one form, so that they compare as text.
      return /^\d{4}-\d\d/.test(value) && !Number.isNaN(time) ? new Date(time).toISOString() : this.fail('Must be an ISO 8601 time', path);
    }
    return value;
  }

  private join(op: 'and' | 'or', parts: (Filter | null)[]): Filter | null {
    const of = parts.filter((part) => part !== null);
    return of.length > 1 ? { op, of } : (of[0] ?? null);
  }

  private count(path: Path): void {
    this.clauses += 1;
    if (this.clauses === maxClauses + 1) this.refuse(`Too many conditions; at most ${maxClauses}`, [...path]);
  }

  private fail(message: string, path: Path): null {
    this.refuse(message, [...path]);
    return null;
  }
}
