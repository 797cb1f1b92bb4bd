/*
 * For test/bench/run only: calls a function many times without the executor, for what takes less
 * than 30 ns a call.
 *
 * loop_call(function regprocedure, calls bigint, argument text) calls through FunctionCallInvoke with
 * the argument in the function's own type; an argument of type internal is a message whose bytes are
 * given in hexadecimal. Results go to a memory context that is reset every 100 calls: as in the executor, whose
 * contexts are reset row by row, they stay in blocks that the context keeps. (With 1000, the kilobyte
 * that uuid_out takes a call is mapped and unmapped, which takes more time than the function.)
 */
#include "postgres.h"

#include <time.h>

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(loop_call);
PG_FUNCTION_INFO_V1(empty_16);
PG_FUNCTION_INFO_V1(empty_27);
PG_FUNCTION_INFO_V1(clock_16);

Datum
loop_call(PG_FUNCTION_ARGS)
{
	Oid			function = PG_GETARG_OID(0);
	int64		calls = PG_GETARG_INT64(1);
	LOCAL_FCINFO(inner, 1);
	FmgrInfo	flinfo;
	StringInfoData message = {0};
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "loop_call", ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller;

	fmgr_info(function, &flinfo);
	InitFunctionCallInfoData(*inner, &flinfo, flinfo.fn_nargs == 0 ? 0 : 1, InvalidOid, NULL, NULL);
	if (inner->nargs == 1)
	{
		Oid		   *types;
		int			count;
		char	   *argument = text_to_cstring(PG_GETARG_TEXT_PP(2));

		get_func_signature(function, &types, &count);
		inner->args[0].isnull = false;
		if (types[0] == INTERNALOID)
		{
			bytea	   *bytes = DatumGetByteaPP(DirectFunctionCall1(byteain, CStringGetDatum(psprintf("\\x%s", argument))));

			message.data = VARDATA_ANY(bytes);
			message.len = VARSIZE_ANY_EXHDR(bytes);
			inner->args[0].value = PointerGetDatum(&message);
		}
		else
		{
			Oid			input;
			Oid			io_param;

			getTypeInputInfo(types[0], &input, &io_param);
			inner->args[0].value = OidInputFunctionCall(input, argument, io_param, -1);
		}
	}

	caller = MemoryContextSwitchTo(context);
	for (int64 done = 0; done < calls; done++)
	{
		message.cursor = 0;
		(void) FunctionCallInvoke(inner);
		if (done % 100 == 99)
			MemoryContextReset(context);
	}
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(context);
	PG_RETURN_VOID();
}

/* The floor: what any function costs that returns 16 bytes. */
Datum
empty_16(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(palloc(16));
}

/* The floor of a function that returns a ulid's text. */
Datum
empty_27(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(palloc(27));
}

/* The floor of a generator: one look at the clock besides. */
Datum
clock_16(PG_FUNCTION_ARGS)
{
	struct timespec clock;
	char	   *result = palloc(16);

	clock_gettime(CLOCK_REALTIME, &clock);
	memcpy(result, &clock, 16);
	PG_RETURN_POINTER(result);
}
