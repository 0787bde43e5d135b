/** A person in several workspaces with other people, in the place of the one workspace that workspace.ts answers for. */
import type { Tables } from '../../../src/lib/database.types.generated.ts';
import { type Answerer, type Asked, json, noContent, on } from './answers.ts';
import { server } from './server.ts';
import { type Person, person } from './session.ts';
import type { Workspace } from './workspace.ts';

type Role = 'owner' | 'admin' | 'member';

interface Member {
  readonly id: string;
  readonly profile: Tables<'user_profiles'>;
  readonly role: Role;
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly members: readonly Member[];
}

const STARTED = '2026-01-01T00:00:00+00:00';

export class Memberships {
  readonly #self: Person;
  places: readonly Place[];

  /** At first the person is alone, in the workspace of their own. */
  constructor({ id, owner }: Workspace) {
    this.#self = owner;
    this.places = [{ id, name: `${owner.fullName}'s Workspace`, members: [newMember(owner, 'owner')] }];
  }

  /** Somebody else joins a workspace of this person's. @returns that person */
  letIn(fullName: string, role: Role = 'member', place = this.places[0]): Person {
    const joined = person(fullName);
    this.#change(place?.id, (members) => [...members, newMember(joined, role)]);
    return joined;
  }

  /** This person joins somebody else's workspace. @returns its id */
  join(fullName: string, role: Role = 'member'): string {
    const id = crypto.randomUUID();
    const members = [newMember(person(fullName), 'owner'), newMember(this.#self, role)];
    this.places = [...this.places, { id, name: `${fullName}'s Workspace`, members }];
    return id;
  }

  remove(memberId: string | undefined, place = this.places[0]): void {
    this.#change(place?.id, (members) => members.filter(({ id }) => id !== memberId));
  }

  readonly answer: Answerer = (asked) => {
    switch (`${asked.method} ${asked.path}`) {
      case 'GET /rest/v1/organization_members':
        return json(asked.query.has('organization_id') ? this.#members(asked) : this.#own());
      case 'PATCH /rest/v1/organization_members':
        return this.#changeMembers(asked, (one) => [{ ...one, ...(asked.body as Partial<Member>) }]);
      case 'DELETE /rest/v1/organization_members':
        return this.#changeMembers(asked, () => []);
      case 'POST /rest/v1/rpc/hand_over_ownership':
        return this.#handOver(asked.body as { organization_id: string; member_id: string });
      case 'POST /rest/v1/organizations': {
        const { name } = asked.body as { name: string };
        const id = crypto.randomUUID();
        this.places = [...this.places, { id, name, members: [newMember(this.#self, 'owner')] }];
        return json({ id }, 201);
      }
      case 'DELETE /rest/v1/organizations': {
        const id = equal(asked, 'id');
        this.places = this.places.filter((place) => place.id !== id);
        return json([{ id }]);
      }
      default:
        return undefined;
    }
  };

  #own(): object[] {
    return this.places.flatMap(({ id, name, members }) => {
      const counted = members.map(({ profile }) => ({ user_id: profile.id, status: 'active' }));
      const organizations = {
        id,
        name,
        slug: 'workspace',
        avatar: null,
        created_at: STARTED,
        organization_members: counted,
      };
      return members.filter((one) => this.#isSelf(one)).map(({ role }) => ({ role, organizations }));
    });
  }

  #members(asked: Asked): object[] {
    const place = this.places.find(({ id }) => id === equal(asked, 'organization_id'));
    return (place?.members ?? []).map(({ id, profile, role }) => ({
      id,
      user_id: profile.id,
      role,
      status: 'active',
      joined_at: STARTED,
      user_profiles: profile,
    }));
  }

  /** @returns the answer, which names those that were changed */
  #changeMembers(asked: Asked, change: (member: Member) => Member[]): Response {
    const [memberId, userId] = [equal(asked, 'id'), equal(asked, 'user_id')];
    const changed: { id: string }[] = [];
    this.#change(equal(asked, 'organization_id'), (members) =>
      members.flatMap((one) => {
        if (one.id !== memberId && one.profile.id !== userId) return [one];
        changed.push({ id: one.id });
        return change(one);
      }),
    );
    return json(changed);
  }

  #handOver({ organization_id, member_id }: { organization_id: string; member_id: string }): Response {
    this.#change(organization_id, (members) =>
      members.map((one) => {
        if (one.id === member_id) return { ...one, role: 'owner' };
        return this.#isSelf(one) ? { ...one, role: 'admin' } : one;
      }),
    );
    return noContent();
  }

  #change(placeId: string | undefined, change: (members: readonly Member[]) => readonly Member[]): void {
    this.places = this.places.map((place) =>
      place.id === placeId ? { ...place, members: change(place.members) } : place,
    );
  }

  #isSelf({ profile }: Member): boolean {
    return profile.id === this.#self.id;
  }
}

/** From now on, the server answers by these. */
export function membershipsOf(workspace: Workspace): Memberships {
  const memberships = new Memberships(workspace);
  server().say(
    memberships.answer,
    on('POST /functions/v1/notion-oauth/disconnect', () => json({ data: { revoked: true } })),
  );
  return memberships;
}

function newMember({ id, fullName, email }: Person, role: Role): Member {
  const profile = {
    id,
    full_name: fullName,
    email,
    display_name: null,
    avatar: null,
    created_at: STARTED,
    updated_at: STARTED,
  };
  return { id: crypto.randomUUID(), profile, role };
}

function equal({ query }: Asked, column: string): string | undefined {
  return /^eq\.(.*)$/.exec(query.get(column) ?? '')?.[1];
}
