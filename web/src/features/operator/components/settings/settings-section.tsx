/** Settings that change while the server runs, for all its processes. The environment wins where it sets one. */
import { useQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { settingsQuery } from '../../api/operator-queries.ts';
import { List } from '../list.tsx';
import { NumberCard } from './number-card.tsx';
import { SignupCard } from './signup-card.tsx';

export function SettingsSection() {
  const query = useQuery(settingsQuery());
  return (
    <section aria-label="Settings" className="flex flex-col gap-6">
      <List
        name="The settings"
        query={query}
        isEmpty={({ settings }) => settings.length === 0}
        empty={{ icon: Settings, text: 'There is nothing to set.' }}
      >
        {({ settings, email_confirmation: isConfirmed }) => {
          const find = (variable: string) => settings.find((setting) => setting.variable === variable);
          return (
            <>
              <SignupCard
                // A change by somebody else is shown as it is now.
                key={find('AUTH_SIGNUP')?.value}
                setting={find('AUTH_SIGNUP')}
                isConfirmed={isConfirmed}
              />
              <NumberCard
                title="Passwords"
                description="They are kept as argon2id hashes, and have at most 1,024 characters. Passwords from before a change still work."
                fields={[{ setting: find('AUTH_PASSWORD_MIN'), label: 'Characters, at least' }]}
              />
              <NumberCard
                title="Limits"
                description="They count for what is written from now on. Nothing that is there is deleted."
                fields={[
                  { setting: find('FILE_MAX_MB'), label: 'One file, in MB' },
                  { setting: find('WORKSPACE_FILES_MAX_MB'), label: 'Files of a workspace, in MB' },
                  {
                    setting: find('WORKSPACE_MAX_MB'),
                    label: 'Text of a workspace, in MB, with its versions',
                  },
                ]}
              />
            </>
          );
        }}
      </List>
    </section>
  );
}
