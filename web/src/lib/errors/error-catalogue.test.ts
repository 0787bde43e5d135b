import { describe, expect, test } from 'vitest';
import { describeAuthFailure, describeDataFailure } from './error-catalogue.ts';

describe('an answer of the auth protocol', () => {
  test.each([
    [
      'invalid_credentials',
      'INVALID_CREDENTIALS',
      'Invalid email or password. Please check your credentials and try again.',
    ],
    [
      'email_not_confirmed',
      'EMAIL_NOT_CONFIRMED',
      'Please check your email and click the confirmation link before signing in.',
    ],
    ['user_not_found', 'USER_NOT_FOUND', 'No account found with this email address.'],
    [
      'weak_password',
      'WEAK_PASSWORD',
      'Password must be at least 6 characters long and contain a mix of letters and numbers.',
    ],
    ['over_request_rate_limit', 'RATE_LIMITED', 'Too many requests. Please wait a moment and try again.'],
    ['session_not_found', 'TOKEN_EXPIRED', 'Your session has expired. Please sign in again.'],
    [
      'mfa_verification_failed',
      'INVALID_CODE',
      'That code is not right. Enter the one your authenticator app shows now.',
    ],
    ['insufficient_aal', 'SECOND_STEP_NEEDED', 'Enter a code from your authenticator app to continue.'],
    ['current_password_required', 'WRONG_PASSWORD', 'This is not your password.'],
    ['current_password_invalid', 'WRONG_PASSWORD', 'This is not your password.'],
    ['same_password', 'SAME_PASSWORD', 'This is already your password. Please choose another one.'],
    [
      'reauthentication_needed',
      'REAUTHENTICATION_NEEDED',
      'Enter the code from the email we sent you to continue.',
    ],
    [
      'reauthentication_not_valid',
      'INVALID_MAILED_CODE',
      'This code is wrong or has expired. Check it, or ask for a new one.',
    ],
    ['user_already_exists', 'EMAIL_ALREADY_EXISTS', 'An account with this email address already exists.'],
    ['bad_jwt', 'INVALID_TOKEN', 'Invalid or malformed authentication token.'],
    ['otp_expired', 'TOKEN_EXPIRED', 'Your session has expired. Please sign in again.'],
    ['user_banned', 'ACCOUNT_SUSPENDED', 'This account is suspended. Ask whoever runs this Trellis.'],
    ['over_email_send_rate_limit', 'RATE_LIMITED', 'Too many requests. Please wait a moment and try again.'],
    [
      'signup_disabled',
      'SIGNUP_DISABLED',
      'Account registration is currently disabled. Please contact support.',
    ],
  ])('with %s is %s', (code, expected, message) => {
    expect(describeAuthFailure({ code, status: 400, message: 'any text' })).toEqual({
      code: expected,
      message,
    });
  });

  test('with status 429 is RATE_LIMITED without a code, too', () => {
    expect(describeAuthFailure({ code: undefined, status: 429, message: '' }).code).toBe('RATE_LIMITED');
  });

  test('with an unknown code keeps its own text', () => {
    expect(
      describeAuthFailure({ code: 'conflict', status: 409, message: 'invalid login credentials' }),
    ).toEqual({
      code: 'UNKNOWN_ERROR',
      message: 'invalid login credentials',
    });
    expect(describeAuthFailure({ code: undefined, status: 500, message: '' }).message).toBe(
      'An unexpected error occurred. Please try again.',
    );
  });
});

describe('an answer of the data protocol', () => {
  test('without a row is NOT_FOUND_ERROR', () => {
    expect(describeDataFailure({ code: 'PGRST116', status: 406, message: 'x' })).toEqual({
      code: 'NOT_FOUND_ERROR',
      message: 'Page not found or you do not have access to it',
    });
  });

  test.each(['PGRST301', 'PGRST303'])('%s about the token is TOKEN_EXPIRED', (code) => {
    expect(describeDataFailure({ code, status: 401, message: 'JWT session has ended' })).toEqual({
      code: 'TOKEN_EXPIRED',
      message: 'Your session has expired. Please sign in again.',
    });
  });

  test('with a refusal of our own schema passes its text on', () => {
    const message = 'A page cannot be moved beneath itself';
    expect(describeDataFailure({ code: 'TR012', status: 400, message })).toEqual({
      code: 'DATABASE_ERROR',
      message,
    });
  });

  test.each([
    ['23505', 'duplicate key value violates unique constraint "pages_pkey"', 'An unexpected error occurred'],
    ['23514', 'new row for relation "pages" violates check constraint "x"', 'An unexpected error occurred'],
    ['P0001', 'raised by whatever trigger', 'An unexpected error occurred'],
    ['XX000', 'could not read block 7', 'An unexpected error occurred'],
    ['TR12', 'looks like one of ours', 'An unexpected error occurred'],
    ['PGRST202', 'Could not find the function public.x in the schema cache', 'An unexpected error occurred'],
    ['42501', 'permission denied for table pages', 'You do not have permission to do this.'],
    [
      '57014',
      'canceling statement due to statement timeout',
      'The server is busy. Please wait a moment and try again.',
    ],
    ['53300', 'too many connections', 'The server is busy. Please wait a moment and try again.'],
    ['PGRST003', 'Timed out acquiring connection', 'The server is busy. Please wait a moment and try again.'],
  ])('with the code %s of the database shows nothing of its text', (code, text, message) => {
    expect(describeDataFailure({ code, status: 400, message: text })).toEqual({
      code: 'DATABASE_ERROR',
      message,
    });
  });

  test.each([
    ['PGRST102', 'The request body is larger than 8192 KiB'],
    // As nginx answers it.
    [undefined, '<html>\r\n<head><title>413 Request Entity Too Large</title></head>'],
  ])('with 413 and the code %s says that it is too large', (code, text) => {
    expect(describeDataFailure({ code, status: 413, message: text })).toEqual({
      code: 'TOO_LARGE',
      message: 'This is too large for the server. Shorten it, or ask whoever runs the server.',
    });
  });

  test('that never came is NETWORK_ERROR', () => {
    expect(describeDataFailure({ code: '', status: 0, message: 'TypeError: Failed to fetch' }).code).toBe(
      'NETWORK_ERROR',
    );
  });
});
