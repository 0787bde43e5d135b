/** The picture of a person or a workspace, large, with the ways to change it. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { avatarAddress } from '../../lib/avatar-address.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { toast, toastFailure } from '../../ui/toasts/toasts.ts';
import { readAvatar } from './api/read-avatar.ts';
import { type Owner, saveAvatar } from './api/save-avatar.ts';
import { CropDialog } from './components/crop-dialog.tsx';
import { type OpenPicture, openPicture } from './state/open-picture.ts';

interface EditAvatarProps {
  readonly owner: Owner & { readonly name: string };
  /** As the row names it. */
  readonly avatar: string | null | undefined;
  /** In a sentence: "picture" or "logo". */
  readonly noun: 'picture' | 'logo';
  readonly canEdit?: boolean;
  /** The texts beside it. */
  readonly children?: ReactNode;
  readonly onSaved: (avatar: string | null) => unknown;
}

export function EditAvatar({ owner, avatar, noun, canEdit = true, children, onSaved }: EditAvatarProps) {
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<OpenPicture>();
  const address = avatarAddress(owner.id, avatar);
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: (picture: Blob | undefined) => saveAvatar(owner, picture),
    onSuccess: onSaved,
    onError: (error) => toastFailure(`The ${noun} was not saved`, error),
  });

  const change = async (picture: Blob | undefined) => {
    const before = await readAvatar(address);
    await mutateAsync(picture);
    const canUndo = before !== undefined || address === undefined;
    toast('success', `${noun === 'logo' ? 'Logo' : 'Picture'} ${picture ? 'updated' : 'removed'}`, {
      ...(canUndo && { action: { label: 'Undo', run: () => mutate(before) } }),
    });
  };
  const choose = async (field: HTMLInputElement) => {
    const [file] = field.files ?? [];
    // The same file can be chosen once more.
    field.value = '';
    if (!file) return;
    try {
      setOpened(await openPicture(file));
    } catch (error) {
      toastFailure('Choose another file', error);
    }
  };
  const close = () => {
    // Still drawn while the dialog fades away.
    if (opened) setTimeout(opened.close, 1000);
    setOpened(undefined);
  };

  const isPerson = owner.kind === 'person';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Avatar name={owner.name} picture={address} of={owner.kind} className="size-16 text-2xl" />
      {children}
      {canEdit && (
        <div className="flex flex-wrap gap-2 sm:ms-auto">
          {address !== undefined && (
            <Button
              look="quiet"
              aria-label={`Remove ${noun}`}
              disabled={isPending}
              onClick={() => void change(undefined).catch(() => undefined)}
            >
              Remove
            </Button>
          )}
          <Button onClick={() => input.current?.click()}>
            {address === undefined ? `Add ${noun}…` : `Change ${noun}…`}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={`File for the ${noun}`}
            accept="image/*"
            onChange={({ target }) => void choose(target)}
          />
          <CropDialog
            picture={opened}
            title={isPerson ? 'Your picture' : 'Logo of the workspace'}
            isRound={isPerson}
            onSave={change}
            onClose={close}
          />
        </div>
      )}
    </div>
  );
}
