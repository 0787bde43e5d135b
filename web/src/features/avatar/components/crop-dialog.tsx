/** Asks which part of a picture is shown. */
import { Minus, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toastFailure } from '../../../ui/toasts/toasts.ts';
import { LARGEST_ZOOM, wholeCrop, zoomCrop } from '../state/crop.ts';
import { cutSquare, type OpenPicture } from '../state/open-picture.ts';
import { CropArea, ZOOM_STEP } from './crop-area.tsx';

interface CropDialogProps {
  /** Undefined while none is chosen. */
  readonly picture: OpenPicture | undefined;
  readonly title: string;
  readonly isRound: boolean;
  /** Rejects when it could not be saved: the dialog then stays for another try. */
  readonly onSave: (square: Blob) => Promise<unknown>;
  readonly onClose: () => void;
}

export function CropDialog({ picture, title, isRound, onSave, onClose }: CropDialogProps) {
  // The last one is still there while the dialog fades away.
  const [shown, setShown] = useState(picture);
  if (picture && picture !== shown) setShown(picture);
  return (
    <Dialog open={picture !== undefined} onClose={onClose} title={title}>
      {shown && (
        <CropForm key={shown.image.src} picture={shown} isRound={isRound} onSave={onSave} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface CropFormProps extends Omit<CropDialogProps, 'title' | 'picture'> {
  readonly picture: OpenPicture;
}

function CropForm({ picture, isRound, onSave, onClose }: CropFormProps) {
  const [crop, setCrop] = useState(() => wholeCrop(picture));
  const [isSaving, setSaving] = useState(false);
  const zoomBy = (factor: number) => setCrop((old) => zoomCrop(picture, old, factor));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    const square = await cutSquare(picture, crop).catch((error: unknown) => {
      toastFailure('The picture could not be cut', error);
    });
    if (square) await onSave(square).then(onClose, () => undefined);
    setSaving(false);
  };
  return (
    <form onSubmit={submit}>
      <CropArea picture={picture} crop={crop} isRound={isRound} onChange={setCrop} />
      <div className="mx-auto mt-3 flex max-w-72 items-center gap-2">
        <IconButton label="Zoom out" disabled={crop.zoom <= 1} onClick={() => zoomBy(1 / ZOOM_STEP)}>
          <Minus aria-hidden />
        </IconButton>
        <input
          type="range"
          aria-label="Zoom"
          aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
          min={0}
          max={1}
          step={0.01}
          value={Math.log(crop.zoom) / Math.log(LARGEST_ZOOM)}
          onChange={({ target }) => zoomBy(LARGEST_ZOOM ** target.valueAsNumber / crop.zoom)}
          className="h-6 min-w-0 flex-1 accent-accent"
        />
        <IconButton label="Zoom in" disabled={crop.zoom >= LARGEST_ZOOM} onClick={() => zoomBy(ZOOM_STEP)}>
          <Plus aria-hidden />
        </IconButton>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={isSaving}>
          {isSaving ? 'Saving…' : 'Save picture'}
        </Button>
      </DialogActions>
    </form>
  );
}
