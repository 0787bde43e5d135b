/** The account that a row belongs to. */
import { isUuid } from '../../../http/uuid.ts';

export interface Owner {
  readonly id: string | null;
  /** For the older column. */
  readonly uuid: string | null;
}

/** @param id a token's subject */
export function ownerNamed(id: unknown): Owner {
  return typeof id === 'string' ? { id, uuid: isUuid(id) ? id : null } : { id: null, uuid: null };
}
