import { expect, test } from 'vitest';
import { type Answers, isSubject, readAddress, readName } from './claims.ts';

const read = (idToken: Answers['idToken'], userinfo?: Answers['userinfo']) => {
  const address = readAddress({ idToken, userinfo }, false);
  return address.kind === 'verified' ? address.email : address.fault;
};

test.each([
  [true, 'a@example.com'],
  ['true', 'a@example.com'],
  ['True', 'a@example.com'],
  [false, 'unverified'],
  ['False', 'unverified'],
  [undefined, 'unstated'],
  [null, 'unstated'],
  [1, 'unclear'],
  ['yes', 'unclear'],
  [['true'], 'unclear'],
  [{}, 'unclear'],
])('email_verified: %j', (email_verified, outcome) => {
  expect(read({ email: 'A@example.com', email_verified })).toBe(outcome);
  expect(read({}, { email: 'A@example.com', email_verified })).toBe(outcome);
});

test.each([
  [undefined, 'absent'],
  [null, 'absent'],
  ['', 'absent'],
  [' ', 'malformed'],
  [' a@example.com', 'malformed'],
  ['a', 'malformed'],
  [['a@example.com'], 'malformed'],
  [7, 'malformed'],
  // Each becomes a letter of ours where somebody folds it.
  ['\u212Aim@example.com', 'malformed'],
  ['\u0130x@example.com', 'malformed'],
  ['a@example.\uFF43om', 'malformed'],
])('email: %j', (email, outcome) => {
  expect(read({ email, email_verified: true })).toBe(outcome);
});

test('a word of one answer counts for the address in it, and for the same in the other', () => {
  const said = { email_verified: true };
  const [ana, owner] = [{ email: 'ana@example.com' }, { email: 'owner@example.com' }];
  expect(read(ana, { ...said, email: 'Ana@example.com' })).toBe('ana@example.com');
  expect(read({ ...ana, email_verified: false }, { ...said, ...ana })).toBe('unverified');
  expect(read(ana, { ...said, ...owner })).toBe('unstated');
  expect(read({ ...said, ...ana }, { ...said, ...owner })).toBe('ana@example.com');
  expect(read(said, owner)).toBe('unstated');
  expect(read(said, { ...owner, email_verified: false })).toBe('unverified');
});

test('where the operator trusts the provider, every well-formed address counts', () => {
  const trusting = (email: unknown) => readAddress({ idToken: {}, userinfo: { email } }, true).kind;
  expect(trusting('ana@example.com')).toBe('verified');
  expect(trusting('\u212Aim@example.com')).toBe('unusable');
});

test('a person has an id that is nobody else’s, and can be kept', () => {
  expect(['7', 'ünal', 'x'.repeat(255)].every(isSubject)).toBe(true);
  expect(['', ' ', 'a\0', 'a\ud800', 'x'.repeat(256)].some(isSubject)).toBe(false);
});

test.each([
  [' Ada\0 ', 'Ada'],
  [`${'a'.repeat(99)}😀`, `${'a'.repeat(99)}\uFFFD`],
  ['\0', undefined],
  [{ given: 'Ada' }, undefined],
])('name: %j', (name, read) => {
  expect(readName({ name })).toBe(read);
});
