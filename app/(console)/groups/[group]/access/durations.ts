/** How long a role may be granted, in seconds as in the API. */
export const DURATIONS = [
  { id: '3600s', label: 'After an hour' },
  { id: '28800s', label: 'After 8 hours' },
  { id: '86400s', label: 'After a day' },
  { id: '604800s', label: 'After 7 days' },
  { id: '2592000s', label: 'After 30 days' },
] as const;

export const NEVER = { id: 'never', label: 'Never' } as const;
