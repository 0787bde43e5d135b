/** Asks for a token from Notion, and says where it comes from. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { LINK_CLASSES } from '../../../../ui/link-classes.ts';
import { useConnectWithToken } from '../api/connect-with-token.ts';

// Notion shows people their connections and tokens there.
const NOTION_SETTINGS = 'https://www.notion.so/profile/integrations';
const LONGEST_TOKEN = 500;

interface TokenDialogProps {
  readonly workspaceId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function TokenDialog({ open, onClose, workspaceId }: TokenDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Connect Notion">
      <TokenForm workspaceId={workspaceId} onDone={onClose} />
    </Dialog>
  );
}

function TokenForm({ workspaceId, onDone }: { readonly workspaceId: string; readonly onDone: () => void }) {
  const [token, setToken] = useState('');
  const connect = useConnectWithToken(workspaceId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!connect.isPending) connect.mutate(token, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <ol className="list-decimal space-y-1.5 ps-5 text-ink-muted marker:text-ink-muted">
        <li>
          In{' '}
          <a href={NOTION_SETTINGS} target="_blank" rel="noopener noreferrer" className={LINK_CLASSES}>
            Notion’s settings
          </a>
          , make an internal connection, or a personal access token.
        </li>
        <li>Give an internal connection access to the pages you want here.</li>
        <li>Copy its token.</li>
      </ol>
      <TextField
        label="Token"
        help="Kept encrypted. Nobody can read it here afterwards, not even you."
        type="password"
        value={token}
        maxLength={LONGEST_TOKEN}
        // Password managers would offer, and keep, the password of this site.
        autoComplete="one-time-code"
        spellCheck={false}
        onChange={(event) => {
          setToken(event.target.value);
          connect.reset();
        }}
        error={connect.error?.message}
        failure={connect.error}
      />
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" busy={connect.isPending} disabled={token.trim() === ''}>
          {connect.isPending ? 'Connecting…' : 'Connect'}
        </Button>
      </DialogActions>
    </form>
  );
}
