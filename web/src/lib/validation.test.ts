import { expect, test } from 'vitest';
import { checkConfirmation, checkEmail, checkPageName, checkPassword, normalizeEmail } from './validation.ts';

test('an email address is required and looks like one', () => {
  expect(checkEmail('  ')).toBe('Email address is required.');
  const wrongs = ['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'ada@exa mple.com'];
  // The server's sign-up refuses these, so nobody is to be invited by them either.
  const foreign = [
    'ß@example.com',
    'ı@example.com',
    '\u0130x@example.com',
    '\u212Aim@example.com',
    'x@EXÄMPLE.com',
  ];
  for (const wrong of [...wrongs, ...foreign, 'ada@example.com.', 'ada@-example.com', 'ada@exam_ple.com'])
    expect(checkEmail(wrong), wrong).toBe('Please enter a valid email address.');
  for (const right of ['ada@example.com', ' Ada+notes@mail.example.com '])
    expect(checkEmail(right)).toBeUndefined();
});

test('an email address is trimmed and lowercased', () => {
  expect(normalizeEmail(' Ada@Example.COM ')).toBe('ada@example.com');
  expect(normalizeEmail('\u212A\u0130ß@example.com')).toBe('\u212A\u0130ß@example.com');
});

test('a password has at least six characters', () => {
  expect(checkPassword('')).toBe('Password is required.');
  expect(checkPassword('12345')).toBe('Password must be at least 6 characters long.');
  expect(checkPassword('123456')).toBeUndefined();
});

test('a confirmation equals its password', () => {
  expect(checkConfirmation('secret1', 'secret2')).toBe(
    'Passwords do not match. Please make sure both passwords are identical.',
  );
  expect(checkConfirmation('secret1', 'secret1')).toBeUndefined();
});

test('a page name is not blank', () => {
  expect(checkPageName(' \t')).toBe('Page name is required');
  expect(checkPageName('Plan')).toBeUndefined();
});
