/** Values as the driver gives them. */
import pg from 'pg';

/** The types that the driver would otherwise turn into something else. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.JSON]: (text) => text,
};

export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : PARSERS[oid]) ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;
