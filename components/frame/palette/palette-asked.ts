/** Typed commands that name their target: "create identity in payments", "block ada". Pure. */
import { Ban, type LucideIcon, Workflow } from 'lucide-react';
import { MAKES } from '#components/frame/palette/palette-commands.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { TO_CONNECT } from '#lib/client/access/capabilities.ts';
import { blockPath, connectPath, newPath } from '#lib/client/paths.ts';
import type { Capability } from '#lib/resources/capabilities.ts';

/** A command with the name of its target, which a search has to find. */
export interface Asked {
  name: string;
  /** The type of the target. */
  type: 'Group' | 'Identity';
  icon: LucideIcon;
  needs: readonly Capability[];
  labelOf: (name: string) => string;
  hrefOf: (uid: string) => string;
}

const TABS: Readonly<Record<string, GroupTab>> = {
  group: 'children',
  identity: 'identities',
  binding: 'access',
  'role binding': 'access',
  role: 'roles',
  key: 'keys',
  provider: 'providers',
  invite: 'invites',
};

const CREATE = new RegExp(
  `^(?:create|new|add)\\s+(?:an?\\s+)?(${Object.keys(TABS).join('|')})\\s+(?:in|on|to|for)\\s+(.+)$`,
  'i',
);
const CONNECT = /^connect\s+(?:a\s+)?workflow\s+(?:in|to)\s+(.+)$/i;
const BLOCK = /^(?:un)?block\s+(.+)$/i;

/** The command in the typed text; null if the text has no command or names no target. */
export function askedIn(text: string): Asked | null {
  const typed = text.trim();
  const [, noun = '', holder = ''] = CREATE.exec(typed) ?? [];
  const tab = TABS[noun.toLowerCase()];
  const make = tab && MAKES[tab];
  if (make) {
    return {
      name: holder,
      type: 'Group',
      icon: make.icon,
      needs: [make.needs],
      labelOf: (name) => make.label.replace(/ here$/, ` in ${name}`),
      hrefOf: (uid) => newPath(uid, tab),
    };
  }
  const [, connected] = CONNECT.exec(typed) ?? [];
  if (connected !== undefined) {
    return {
      name: connected,
      type: 'Group',
      icon: Workflow,
      needs: TO_CONNECT,
      labelOf: (name) => `Connect a workflow to ${name}`,
      hrefOf: (uid) => connectPath(uid),
    };
  }
  const [, blocked] = BLOCK.exec(typed) ?? [];
  if (blocked === undefined) return null;
  return {
    name: blocked,
    type: 'Identity',
    icon: Ban,
    needs: ['identity.update'],
    // Search results do not say whether an identity is blocked.
    labelOf: (name) => `Block or unblock ${name}…`,
    hrefOf: blockPath,
  };
}
