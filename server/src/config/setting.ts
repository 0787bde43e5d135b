/** A setting for the operator: one environment variable, how its text becomes a value, and its description. */
import { addressParser } from 'postal-mime';
import { z } from 'zod';

/** Turns the text of a variable into a value. */
export interface Kind<Value> {
  /** The allowed texts, as in "must be …". */
  readonly form: string;
  readonly schema: z.ZodType<Value, string>;
}

export interface Description {
  /** For the operator: one sentence, or a few. */
  readonly about: string;
  /** The text that counts when the operator sets none. */
  readonly default?: string;
  /** Says in words which value counts when the operator sets none, where there is no default. */
  readonly otherwise?: string;
  /** Shown in .env.example where there is no default. */
  readonly example?: string;
}

export class Setting<Value> {
  readonly variable: string;
  readonly kind: Kind<NonNullable<Value>>;
  readonly description: Description;

  constructor(variable: string, kind: Kind<NonNullable<Value>>, description: Description) {
    this.variable = variable;
    this.kind = kind;
    this.description = description;
  }
}

/** Settings by the names that the code knows them by. */
export interface Group {
  readonly [name: string]: Setting<unknown> | Group;
}

export type ValuesOf<Settings> = {
  readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer Value>
    ? Value
    : ValuesOf<Settings[Name]>;
};

export function setting<Value extends NonNullable<unknown>>(
  variable: string,
  kind: Kind<Value>,
  description: Description & { readonly default: string },
): Setting<Value>;
export function setting<Value extends NonNullable<unknown>>(
  variable: string,
  kind: Kind<Value>,
  description: Description & { readonly otherwise: string },
): Setting<Value | undefined>;
export function setting<Value extends NonNullable<unknown>>(
  variable: string,
  kind: Kind<Value>,
  description: Description,
): Setting<Value> | Setting<Value | undefined> {
  return new Setting(variable, kind, description);
}

/** @returns all settings of a group and of the groups in it, in their order */
export function listSettings(group: Group): Setting<unknown>[] {
  return Object.values(group).flatMap((entry) => (entry instanceof Setting ? [entry] : listSettings(entry)));
}

export const anyText: Kind<string> = { form: 'any text', schema: z.string() };

export const onOff: Kind<boolean> = {
  form: 'on or off',
  schema: z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on'),
};

export function oneOf<const Value extends string>(...values: Value[]): Kind<Value> {
  const form = `one of ${values.join(', ')}`;
  return { form, schema: z.string().pipe(z.enum(values, { error: `must be ${form}` })) };
}

export function wholeNumber(least: number, most: number): Kind<number> {
  const form = `a whole number from ${least} to ${most}`;
  const error = `must be ${form}`;
  return {
    form,
    schema: z
      .string()
      .regex(/^\d{1,9}$/, { error })
      .transform(Number)
      .refine((number) => number >= least && number <= most, { error }),
  };
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const TIME = 'a time such as 30m, 24h or 7d';

/** In milliseconds. */
export const duration: Kind<number> = {
  form: TIME,
  schema: z
    .string()
    .regex(/^[1-9]\d{0,3}[mhd]$/, { error: `must be ${TIME}` })
    .transform((text) => Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? 0)),
};

const PLACE = 'a folder, or s3://bucket/prefix';
export const folderOrS3: Kind<string> = {
  form: PLACE,
  schema: z
    .string()
    .refine((text) => !text.includes('://') || /^s3:\/\/[a-z0-9][a-z0-9.-]*(\/[^?#]*)?$/.test(text), {
      error: `must be ${PLACE}`,
    }),
};

export function url(...protocols: readonly string[]): Kind<string> {
  const form = `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  return {
    form,
    schema: z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be ${form}`,
    }),
  };
}

/** An address that is taken apart only when it is used, and then by code that cannot name the variable. */
export function urlWithLogin(...protocols: readonly string[]): Kind<string> {
  const { form, schema } = url(...protocols);
  const error = 'must have the user and the password percent-encoded: a % is written %25';
  return { form, schema: schema.refine(hasPlainLogin, { error }) };
}

function hasPlainLogin(value: string): boolean {
  if (!URL.canParse(value)) return true;
  const { username, password } = new URL(value);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

const hasHost = (value: string) => !URL.canParse(value) || new URL(value).hostname !== '';

const smtp = urlWithLogin('smtp:', 'smtps:');
export const smtpUrl: Kind<string> = {
  form: smtp.form,
  schema: smtp.schema.refine(hasHost, {
    error: 'must name the mail server, as smtp://mail.example.com:587 does',
  }),
};

const ONE_ADDRESS = 'one email address, such as Trellis <no-reply@example.com>';
export const sender: Kind<string> = {
  form: ONE_ADDRESS,
  schema: z.string().refine(isMailbox, { error: `must be ${ONE_ADDRESS}` }),
};

// As a mail server reads it (RFC 5322 section 3.4): an optional name and one address, in the form that is in use.
function isMailbox(text: string): boolean {
  const [mailbox, ...others] = addressParser(text);
  return others.length === 0 && /^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(mailbox?.address ?? '');
}

export const apiKey: Kind<string> = {
  form: 'at least 20 characters long',
  schema: z.string().min(20, { error: 'must be at least 20 characters long' }),
};

// A wildcard for everything in the host would let `https://**.example.com` stand for `https://evil.example/.example.com`.
const REDIRECT_URL =
  /^(?!(javascript|data|blob|vbscript|file|about):)[a-z][a-z0-9+.-]*:\/\/(?![^/]*\*\*)[^/@\s]*(\/\S*)?$/i;
const ADDRESSES =
  'addresses with a comma between them, such as https://*.example.com/**, with no ** in a host';

export const redirectUrls: Kind<readonly string[]> = {
  form: ADDRESSES,
  schema: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    )
    .refine((entries) => entries.every((entry) => REDIRECT_URL.test(entry)), {
      error: `must be ${ADDRESSES}`,
    }),
};

const DOMAINS = 'mail domains with a comma between them, such as example.com';
export const mailDomains: Kind<readonly string[]> = {
  form: DOMAINS,
  schema: z
    .string()
    .transform((list) => list.split(',').map((domain) => foldAscii(domain.trim()).replace(/^@/, '')))
    .refine((domains) => domains.every((domain) => /^[^\s@,]+\.[^\s@,.]+$/.test(domain)), {
      error: `must be ${DOMAINS}`,
    }),
};

const MAILBOX = /^[^\s@<>",;:]{1,64}@[^\s@<>",;:]{1,255}$/;
const MAILBOXES = 'mail addresses with a comma between them, such as ana@example.com,ben@example.com';

/** Accounts, by their addresses as the auth service keeps them: in lower case. */
export const mailboxes: Kind<readonly string[]> = {
  form: MAILBOXES,
  schema: z
    .string()
    .transform(partsOf)
    .refine((entries) => entries.every((entry) => MAILBOX.test(entry)), { error: `must be ${MAILBOXES}` }),
};

/** Who may make an account without an operator. */
export type SignupRule =
  | { readonly kind: 'open' | 'invited' | 'closed' }
  | { readonly kind: 'domains'; readonly domains: readonly string[] };

const SIGNUP_WORDS: Readonly<Record<string, SignupRule>> = {
  on: { kind: 'open' },
  invited: { kind: 'invited' },
  off: { kind: 'closed' },
};
const SIGNUP = 'on, off, invited, or domains with a comma between them, such as example.com,example.org';
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})+$`);

export const signupRule: Kind<SignupRule> = {
  form: SIGNUP,
  schema: z.string().transform((text, context): SignupRule => {
    const word = SIGNUP_WORDS[text.trim().toLowerCase()];
    if (word) return word;
    const domains = partsOf(text).map((domain) => domain.replace(/^@/, ''));
    if (domains.length > 0 && domains.every((domain) => DOMAIN.test(domain)))
      return { kind: 'domains', domains };
    context.addIssue({ code: 'custom', message: `must be ${SIGNUP}` });
    return z.NEVER;
  }),
};

function partsOf(list: string): string[] {
  return list
    .split(',')
    .map((entry) => foldAscii(entry.trim()))
    .filter((entry) => entry !== '');
}

/** As accounts are: a letter that is like one of ASCII is another one. */
function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
