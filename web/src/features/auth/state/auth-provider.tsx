/** Holds the auth state for the screens below it. */
import { createContext, type ReactNode, useContext, useMemo, useReducer } from 'react';
import { type AuthEvent, type AuthState, authReducer, INITIAL_AUTH_STATE } from './auth-reducer.ts';
import { useAuthSession } from './session/auth-session.ts';

interface Auth {
  readonly state: AuthState;
  readonly dispatch: (event: AuthEvent) => void;
}

const AuthContext = createContext<Auth | undefined>(undefined);

export function AuthProvider({ children }: { readonly children: ReactNode }) {
  const [state, dispatch] = useReducer(authReducer, INITIAL_AUTH_STATE);
  useAuthSession(state, dispatch);
  const value = useMemo(() => ({ state, dispatch }), [state]);
  return <AuthContext value={value}>{children}</AuthContext>;
}

/** @throws {Error} outside AuthProvider */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider');
  return auth;
}
