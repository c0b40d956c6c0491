import packageJson from '../package.json' with { type: 'json' };

/** The version of the program, as package.json has it. */
export const VERSION: string = packageJson.version;
